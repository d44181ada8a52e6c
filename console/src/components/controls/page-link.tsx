import { Link, LinkButton, type LinkButtonProps } from '@primer/react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface AnchorProps extends ComponentPropsWithRef<'a'> {
  readonly inline?: boolean;
}

export const PageLink = createLink((props: AnchorProps) => <Link {...props} />);

export const PageLinkButton = createLink((props: LinkButtonProps) => <LinkButton {...props} />);
