import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { HostKind, Simulator } from '../../src/simulator.ts';
import { type ApiReply, rest } from '../client.ts';

/** What the maker of each kind of code host publishes of its REST API. */
const FILES: Readonly<Record<HostKind, string>> = {
  cloud: 'api.github.com',
  'ghe.com': 'ghec',
  'enterprise-server': 'ghes-3.19',
};

type Json = ReturnType<typeof JSON.parse>;

/** The description of one kind of code host, and whether a call fits it. */
export type PublishedDescription = ReturnType<typeof publishedDescription>;
export function publishedDescription(kind: HostKind) {
  const path = createRequire(import.meta.url).resolve('@octokit/openapi');
  const document: Json = JSON.parse(readFileSync(new URL(`generated/${FILES[kind]}.json`, `file://${path}`), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, inlineRefs: false });
  ajv.addSchema({ components: document.components }, 'host');
  const paths = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/[.]/g, '[.]').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** What `#/components/…` names; other things as they are. */
  const resolved = (node: Json): Json =>
    typeof node?.$ref === 'string'
      ? node.$ref
          .split('/')
          .slice(1)
          .reduce((inner: Json, name: string) => inner[name], document)
      : node;

  function problems(node: Json, value: unknown): readonly string[] {
    const { schema } = resolved(node)?.content?.['application/json'] ?? {};
    if (schema === undefined) return value === undefined || value === '' ? [] : ['a body where none is described'];
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"host#/components/');
    const validate = ajv.compile(JSON.parse(text));
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Templates without a parameter where the call has a word come first. */
  function operation(method: string, path: string): Json {
    const fitting = paths.filter(({ pattern }) => pattern.test(path));
    const best = fitting.find(({ template }) => template === path) ?? fitting[0];
    return best && document.paths[best.template][method.toLowerCase()];
  }

  return {
    /** Whether the kind has the call at all. */
    has: (method: string, path: string): boolean => operation(method, path) !== undefined,
    /** What does not fit: a call that is none, its parameters and body, the status, the answer. */
    misfits(method: string, path: string, sent: unknown, { status, body }: ApiReply): readonly string[] {
      const described = operation(method, path.replace(/[?].*/, ''));
      if (!described) return ['no such call'];
      const answer = described.responses[status];
      if (!answer) return [`no answer with ${status}`];
      const taken = status === 422 || status === 400 ? undefined : sent;
      return [...requestMisfits(method, path, taken), ...problems(answer, body)];
    },
    requestMisfits,
  };

  /** What does not fit in a request: a call that is none, its parameters and body. */
  function requestMisfits(method: string, path: string, sent: unknown): readonly string[] {
    const [plain = '', query = ''] = path.split('?');
    const described = operation(method, plain);
    if (!described) return ['no such call'];
    const parameters: readonly Json[] = described.parameters.map(resolved);
    const strange = [...new URLSearchParams(query)].filter(([name, value]) => {
      const known = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
      return known === undefined || known.schema.enum?.includes(value) === false;
    });
    const ofBody = sent === undefined ? [] : problems(described.requestBody, sent);
    return [...strange.map(([name]) => `the parameter ${name}`), ...ofBody];
  }
}

/** Calls the REST API, and throws when the call or its answer does not fit the description. */
export const describedCalls =
  (simulator: Simulator, description: PublishedDescription, token: string) =>
  async (method: string, path: string, sent?: object): Promise<ApiReply> => {
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    const reply = await rest(simulator, path, token, { method, ...body });
    const misfits = description.misfits(method, path, sent, reply);
    if (misfits.length > 0) throw new Error(`${method} ${path} (${reply.status}): ${misfits.join('; ')}`);
    return reply;
  };
