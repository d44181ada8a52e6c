import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { HostKind, Simulator } from '../../src/simulator.ts';
import { type ApiReply, rest } from '../client.ts';

/** Published REST description of each kind of code host. */
const HOSTS: Readonly<Record<HostKind, string>> = {
  cloud: 'api.github.com',
  'ghe.com': 'ghec',
  'enterprise-server': 'ghes-3.19',
};

type ParsedDescription = ReturnType<typeof JSON.parse>;

/** The calls we make, as `scripts/generate/extract-descriptions.ts` took them from what is published. */
const PUBLISHED: ParsedDescription = JSON.parse(
  readFileSync(new URL('../fixtures/published-calls.json', import.meta.url), 'utf8'),
);

/** Templates without a parameter where the call has a word come first. */
const TEMPLATES: readonly { readonly method: string; readonly template: string; readonly pattern: RegExp }[] =
  PUBLISHED.calls
    .map((call: string) => {
      const [method = '', template = ''] = call.split(' ');
      return { method, template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) };
    })
    .toSorted(
      (a: { template: string }, b: { template: string }) => a.template.split('{').length - b.template.split('{').length,
    );

export interface PublishedCall {
  readonly method: string;
  /** With its parameters in braces. */
  readonly template: string;
  /** Names of the parameters in the query that take any text, as they are sent. */
  readonly textQueries: readonly string[];
}

/** Every call of the table, for any kind of host. */
export const publishedCalls = (): readonly PublishedCall[] =>
  TEMPLATES.map(({ method, template }) => {
    const described = Object.values<ParsedDescription>(PUBLISHED.hosts).map(
      ({ calls }) => calls[`${method} ${template}`],
    );
    const query: Readonly<Record<string, ParsedDescription>> = Object.assign(
      {},
      ...described.map((each) => each?.query),
    );
    const textQueries = Object.entries(query).flatMap(([name, schema]) => {
      const { type, enum: values } = listed(schema) ?? schema;
      const isText = type === 'string' && values === undefined;
      return isText ? [listed(schema) === undefined ? name : `${name}[]`] : [];
    });
    return { method, template, textQueries };
  });

/** Only the texts of the calls mention these addresses, so that they have no templates. */
const TEAM_BY_NUMBER = /^\/organizations\/(\d+)\/team\/(\d+)(?![^/])/;

const listed = (parameter: ParsedDescription): ParsedDescription =>
  parameter?.type === 'array' ? parameter.items : undefined;

/** The description of one kind of code host, and whether a call fits it. */
export type PublishedDescription = ReturnType<typeof publishedDescription>;
export function publishedDescription(kind: HostKind) {
  const { calls, schemas }: ParsedDescription = PUBLISHED.hosts[HOSTS[kind]];
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, inlineRefs: false });
  ajv.addSchema({ components: { schemas } }, 'host');

  function problems(schema: ParsedDescription, value: unknown): readonly string[] {
    if (schema === null || schema === undefined)
      return value === undefined || value === '' ? [] : ['a body where none is described'];
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"host#/components/');
    const validate = ajv.compile(JSON.parse(text));
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Undefined where this kind lacks the call. Throws for one that was never taken from the descriptions. */
  function operation(method: string, path: string): ParsedDescription {
    const named = path.replace(TEAM_BY_NUMBER, '/orgs/$1/teams/$2');
    const route = TEMPLATES.find((each) => each.method === method && each.pattern.test(named));
    if (route === undefined) throw new Error(`${method} ${path} is not in scripts/generate/extract-descriptions.ts`);
    return calls[`${route.method} ${route.template}`];
  }

  return {
    /** Returns true if the kind has the call. */
    has: (method: string, path: string): boolean => operation(method, path) !== undefined,
    /** Lists differences in call, parameters, body, status and answer. */
    misfits(method: string, path: string, sent: unknown, { status, body }: ApiReply): readonly string[] {
      const described = operation(method, path.replace(/[?].*/, ''));
      if (!described) return ['no such call'];
      const answer = described.answers[status];
      if (answer === undefined) return [`no answer with ${status}`];
      const taken = status === 422 || status === 400 ? undefined : sent;
      return [...requestMisfits(method, path, taken), ...problems(answer, body)];
    },
    requestMisfits,
  };

  /** Lists differences in call, parameters and body. */
  function requestMisfits(method: string, path: string, sent: unknown): readonly string[] {
    const [plain = '', query = ''] = path.split('?');
    const described = operation(method, plain);
    if (!described) return ['no such call'];
    const strange = [...new URLSearchParams(query)].filter(([name, value]) => {
      // A list is sent as `name[]`.
      const [, list] = /^(.+)\[\]$/.exec(name) ?? [];
      const parameter = list === undefined ? described.query[name] : listed(described.query[list]);
      return parameter === undefined || parameter.enum?.includes(value) === false;
    });
    const ofBody = sent === undefined ? [] : problems(described.body, sent);
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
