import { ActionList, ActionMenu, registerPortalRoot } from '@primer/react';
import { useRouter } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { MenuEntry, MenuGroup, OpenMenu } from './menu-button.tsx';

interface MenuProps extends OpenMenu {
  readonly groups: readonly MenuGroup[];
}

/** Opens above the dialog or in the main part of the page that its button is in. */
export function Menu({ anchor, labelledBy, groups, onClose }: MenuProps) {
  const [container] = useState(() => {
    const dialog = anchor.current?.closest('dialog');
    const name = dialog ? 'dialog' : 'main';
    registerPortalRoot(dialog ?? document.getElementById('main') ?? document.body, name);
    return name;
  });
  return (
    <ActionMenu open anchorRef={anchor} onOpenChange={(isOpen) => isOpen || onClose()}>
      <ActionMenu.Overlay align="end" portalContainerName={container} aria-labelledby={labelledBy}>
        <ActionList>
          {groups.map(({ heading, choice, entries }, index) => (
            <Fragment key={heading ?? ''}>
              {index > 0 && <ActionList.Divider />}
              <ActionList.Group selectionVariant={choice ?? false}>
                {heading !== undefined && <ActionList.GroupHeading>{heading}</ActionList.GroupHeading>}
                {entries.map((entry) => (
                  <Entry key={entry.label} entry={entry} staysOpen={choice === 'multiple'} />
                ))}
              </ActionList.Group>
            </Fragment>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly staysOpen: boolean;
}

function Entry({ entry, staysOpen }: EntryProps) {
  const { label, onSelect, href, path, isDownload, isDangerous = false, isChosen, unavailable } = entry;
  const { history } = useRouter();
  if (href !== undefined) {
    return (
      <ActionList.LinkItem href={href} {...(isDownload && { download: '' })}>
        {label}
      </ActionList.LinkItem>
    );
  }
  if (path !== undefined) {
    return (
      <ActionList.LinkItem
        href={path}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          history.push(path);
        }}
      >
        {label}
      </ActionList.LinkItem>
    );
  }
  return (
    <ActionList.Item
      variant={isDangerous ? 'danger' : 'default'}
      {...(isChosen !== undefined && { selected: isChosen })}
      {...(unavailable && { inactiveText: unavailable })}
      onSelect={(event) => {
        if (staysOpen) event.preventDefault();
        onSelect?.();
      }}
    >
      {label}
    </ActionList.Item>
  );
}
