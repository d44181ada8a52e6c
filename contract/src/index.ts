/** The contract: every endpoint, and the shapes it is sent and answers. One definition for service and client. */
export * from './access.ts';
export * from './endpoint.ts';
export * from './error.ts';
export * from './graphql.ts';
export * from './installation.ts';
export * from './invitations/invitation.ts';
export * from './invitations/invitation-job.ts';
export * from './invitations/invitation-job-endpoints.ts';
export * from './invitations/invitation-preview.ts';
export * from './invitations/listed-invitation.ts';
export * from './organization.ts';
export * from './service.ts';
export type { Shape } from './shape.ts';
export * from './sign-in/session.ts';
export * from './sign-in/sign-in.ts';
export * from './webhook.ts';
