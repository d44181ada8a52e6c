import { useMutation } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { stopPersonalReads } from '../../lib/reading/query-client.ts';
import { leaveSession } from './get-session.ts';

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
