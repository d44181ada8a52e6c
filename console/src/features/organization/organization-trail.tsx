export const OrganizationTrail = (_: { login: string; known: unknown }) => null;
