import { Link, LinkButton, type LinkButtonProps } from '@primer/react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface AnchorProps extends ComponentPropsWithRef<'a'> {
  readonly inline?: boolean;
}

/** A link to another page of the console: followed without loading the page again. */
export const PageLink = createLink((props: AnchorProps) => <Link {...props} />);

/** The same as a button. */
export const PageLinkButton = createLink((props: LinkButtonProps) => <LinkButton {...props} />);
