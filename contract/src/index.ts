/** The wire shapes that the server answers with and the console reads: one definition for both. */
export * from './about.ts';
export * from './access.ts';
export * from './error.ts';
export * from './graphql.ts';
export * from './installation.ts';
export * from './invitation.ts';
export * from './organization.ts';
export * from './session.ts';
export * from './webhook.ts';
