// Written by `npm run generate` from the contract. Do not edit.

import type { Calls } from '@orgdesk/contract/endpoints';

export const ADDRESSES: Readonly<Record<keyof Calls, string>> = {
  cancelInvitationJob: 'POST /api/organizations/{login}/invitation-jobs/{id}/cancel',
  cancelInvitations: 'POST /api/organizations/{login}/invitations/cancel',
  completeInstall: 'GET /api/install/callback',
  completeSignIn: 'GET /api/auth',
  getAbout: 'GET /api/about',
  getContract: 'GET /api/openapi.json',
  getHealth: 'GET /healthz',
  getInstallStatus: 'GET /api/install/status',
  getInvitationJob: 'GET /api/organizations/{login}/invitation-jobs/{id}',
  getOrganization: 'GET /api/organizations/{login}',
  getOrganizationAccess: 'GET /api/organizations/{login}/access',
  getReadiness: 'GET /readyz',
  getSession: 'GET /api/auth/session',
  inviteMembers: 'POST /api/organizations/{login}/mass-invite',
  linkInstallation: 'POST /api/install/complete',
  listInvitationJobRows: 'GET /api/organizations/{login}/invitation-jobs/{id}/rows',
  listInvitationJobs: 'GET /api/organizations/{login}/invitation-jobs',
  listInvitations: 'GET /api/organizations/{login}/invitations',
  listOrganizations: 'GET /api/organizations',
  pauseInvitationJob: 'POST /api/organizations/{login}/invitation-jobs/{id}/pause',
  resumeInvitationJob: 'POST /api/organizations/{login}/invitation-jobs/{id}/resume',
  runGraphqlOperation: 'POST /api/github/graphql',
  sendInvitationsAgain: 'POST /api/organizations/{login}/invitations/send-again',
  signOut: 'POST /api/auth/logout',
  startInstallation: 'GET /api/install/start',
  startInvitationJob: 'POST /api/organizations/{login}/invitation-jobs',
  startSignIn: 'GET /api/auth/start',
  takeOverInvitationJob: 'POST /api/organizations/{login}/invitation-jobs/{id}/take-over',
};
