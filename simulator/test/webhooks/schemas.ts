import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

/** The platform has added these since the schemas were published. */
const NEWER_FIELDS = new Set(['user_view_type', 'client_id', 'invitation_source', 'role_name']);

const { definitions } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-schemas/schema.json'), 'utf8'),
);
const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, inlineRefs: false });
ajv.addSchema({ definitions }, 'webhooks');

/** Lists differences from the published schema; `name` is like `team created`. */
export function problemsOf(name: string, payload: unknown): readonly string[] {
  const validate = ajv.getSchema(`webhooks#/definitions/${name.replace(' ', '$')}`);
  if (!validate) return [`no schema for ${name}`];
  const older = JSON.parse(JSON.stringify(payload), (key, value) => (NEWER_FIELDS.has(key) ? undefined : value));
  // Older schemas lack the owner of a parent team.
  for (const field of ['type', 'organization_id']) delete older.team?.parent?.[field];
  // The access of a collaborator had fewer levels, and of a change only the one before was told.
  if (name === 'member edited') delete older.changes.permission;
  if (name === 'member added' && older.changes?.permission?.to === 'read') delete older.changes.permission;
  // The published schema of `created` knows no null requester; recorded deliveries do.
  if (name === 'installation created' && older.requester === null) delete older.requester;
  validate(older);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
