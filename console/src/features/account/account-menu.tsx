import { SignOutIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useMutation } from '@tanstack/react-query';
import { Portrait } from '../../components/portrait.tsx';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { stopPersonalReads } from '../../lib/reading/query-client.ts';
import { leaveSession, useSession } from './get-session.ts';
import './account.css';

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
        <span className="account-menu-text">
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

/** Ends the session. On failure the person stays signed in. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => answerOf(client.signOut),
    // They would be refused once the session has ended.
    onMutate: (_nothing, { client }) => stopPersonalReads(client),
    onError: (_thrown, _nothing, reads) => reads?.end({ beginAgain: true }),
    onSuccess: async (_answer, _nothing, reads, { client }) => {
      await leaveSession(client);
      reads.end({ beginAgain: false });
    },
  });
