/** The contract: every endpoint, and the shapes it is sent and answers. One definition for service and client. */
export * from './access.ts';
export * from './endpoint.ts';
export * from './error.ts';
export * from './graphql.ts';
export * from './installation.ts';
export * from './invitation.ts';
export * from './invitation-job.ts';
export * from './invitation-preview.ts';
export * from './listed-invitation.ts';
export * from './organization.ts';
export * from './service.ts';
export * from './session.ts';
export type { Shape } from './shape.ts';
export * from './sign-in.ts';
export * from './webhook.ts';
