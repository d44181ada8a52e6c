import type { OkAnswer } from '@orgdesk/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { endpoints } from '../../lib/paths.ts';
import { leaveSession } from './get-session.ts';

/** Ends the session at the service, then on this page. On failure the person stays signed in. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => request<OkAnswer>('POST', endpoints.signOut),
    onSuccess: (_answer, _nothing, _result, { client }) => leaveSession(client),
  });
