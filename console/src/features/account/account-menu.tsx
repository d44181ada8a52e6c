import { SignOutIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Portrait } from '../../components/portrait.tsx';
import './account-menu.css';
import { useSession } from './get-session.ts';

interface AccountMenuProps {
  readonly onSignOut: () => void;
  readonly isSigningOut: boolean;
}

/** Renders nothing if nobody is signed in. */
export function AccountMenu({ onSignOut, isSigningOut }: AccountMenuProps) {
  const { data: state } = useSession();
  if (state?.kind !== 'signed-in') return null;

  const { login, name, avatarUrl } = state.session.user;
  return (
    <section className="account-menu" aria-label="Account">
      <span className="account-menu-person">
        <Portrait url={avatarUrl} login={login} size={32} />
        <span className="account-menu-words">
          {name !== null && <span className="account-menu-name">{name}</span>}
          <span className={name === null ? 'account-menu-name' : 'account-menu-login'}>{login}</span>
        </span>
      </span>
      <Button leadingVisual={SignOutIcon} onClick={onSignOut} inactive={isSigningOut}>
        {isSigningOut ? 'Signing out…' : 'Sign out'}
      </Button>
    </section>
  );
}
