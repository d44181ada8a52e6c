import { setTimeout as delay } from 'node:timers/promises';
import { exactly, type Finding } from '../attack.ts';
import type { Target } from '../target.ts';

/** Names that would change the address of a call, at the positions of a file where names are. */
const NAMES = ['..', '.', '%2e%2e', '%2E.', '../..', 'a/../..', '..\\x', '/', '', '..%2f', '\u0000', '.%00.'];
const POSITIONS: Readonly<Record<string, (name: string) => string>> = {
  'the key of a team': (name) => `teams: {entries: {${JSON.stringify(name)}: {members: [grace]}}}`,
  'the name of a team': (name) => `teams: {entries: {x: {name: ${JSON.stringify(name)}, members: [grace]}}}`,
  'a repository': (name) => `teams: {entries: {x: {repositories: {${JSON.stringify(name)}: pull}}}}`,
  'a login': (name) => `people: {members: [${JSON.stringify(name)}]}`,
  'a collaborator': (name) => `outsideCollaborators: {entries: {${JSON.stringify(name)}: {api: pull}}}`,
};

/** Addresses of the changes that steps make; every other one is a change that nobody planned. */
const WRITES: Readonly<Record<string, RegExp>> = {
  // Whoever creates a team is in it, and leaves again.
  'create-team': /^POST \/orgs\/[^/]+\/teams$|^DELETE \/organizations\/\d+\/team\/\d+\/memberships\/[^/]+$/,
  'edit-team': /^PATCH \/organizations\/\d+\/team\/\d+$/,
  'set-team-role': /^PUT \/organizations\/\d+\/team\/\d+\/memberships\/[^/]+$/,
  'remove-from-team': /^DELETE \/organizations\/\d+\/team\/\d+\/memberships\/[^/]+$/,
  'set-team-access': /^(PUT|DELETE) \/organizations\/\d+\/team\/\d+\/repos\/[^/]+\/[^/]+$/,
  'set-collaborator': /^(PUT|DELETE) \/repos\/[^/]+\/[^/]+\/collaborators\/[^/]+$/,
  'invite-person': /^POST \/orgs\/[^/]+\/invitations$/,
};
const READS = /^(GET|HEAD) |^POST (\/graphql|\/app\/installations\/\d+\/access_tokens|\/login\/oauth\/\S+)$/;
/** Names that change no address: what is read for them is what may be read for others. */
const HARMLESS = ['grace', 'api', 'x', 'nobody-has-this'];
const ENDS_WITHIN_MS = 20_000;

interface Step {
  readonly kind: string;
}

interface Plan {
  readonly steps: readonly Step[];
  readonly dangers: readonly { readonly kind: string; readonly count: number }[];
}

/** Plans and applies each, and compares the changes that arrive at the code host with the steps. */
export async function unintendedWrites(
  target: Target,
  headers: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const at = `${target.url}/api/organizations/acme`;
  const post = (path: string, body: unknown) =>
    fetch(`${at}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { control } = target.simulator;
  const findings: Finding[] = [];
  const read = new Set<string>();
  const fixedParts = new Set<string>();
  for (const [position, textOf] of Object.entries(POSITIONS)) {
    for (const name of HARMLESS) await planAndApply(textOf(name));
    const harmless = control.requests().filter(({ method, path }) => READS.test(`${method} ${path}`));
    for (const { path } of harmless) for (const part of path.split('/')) if (!isName(part)) fixedParts.add(part);
    for (const { method, path } of harmless) read.add(`${method} ${formOf(path)}`);
    control.clearRequests();
    const unintended: string[] = [];
    for (const name of NAMES) {
      const { status, steps } = await planAndApply(textOf(name));
      if (status >= 500) unintended.push(`${status} for ${JSON.stringify(name)}`);
      const allowed = new Set(steps.map(({ kind }) => WRITES[kind]));
      for (const { method, path } of control.requests()) {
        const call = `${method} ${path}`;
        const isIntended = READS.test(call)
          ? read.has(`${method} ${formOf(path)}`)
          : [...allowed].some((write) => write?.test(call) === true);
        if (!isIntended) unintended.push(`${call} for ${JSON.stringify(name)}`);
      }
      control.clearRequests();
    }
    findings.push(exactly(`outgoing calls: ${position}`, 'as planned', unintended[0] ?? 'as planned'));
  }
  return findings;

  /** A path with `*` for names and numbers. */
  function formOf(path: string): string {
    return path
      .split('/')
      .map((part) => (part === '' || fixedParts.has(part) ? part : '*'))
      .join('/');
  }

  async function planAndApply(text: string): Promise<{ readonly status: number; readonly steps: readonly Step[] }> {
    const files = [{ name: 'names.yaml', text: `version: 1\n${text}\n` }];
    const planned = await post('/files/plan', { files });
    const { plan = null } = (await planned.json()) as { readonly plan?: Plan | null };
    if (plan === null || plan.steps.length === 0) return { status: planned.status, steps: [] };
    const lifted = plan.dangers.map(({ kind, count }) => ({ kind, count }));
    const { job } = (await (await post('/files/apply', { plan, lifted })).json()) as {
      readonly job?: { readonly id: string };
    };
    const endsAt = performance.now() + ENDS_WITHIN_MS;
    while (job !== undefined && performance.now() < endsAt) {
      const answer = await (await fetch(`${at}/jobs/${job.id}`, { headers })).json();
      if ((answer as { readonly job: { readonly endedAt: string | null } }).job.endedAt !== null) break;
      await delay(50);
    }
    return { status: planned.status, steps: plan.steps };
  }
}

const isName = (part: string): boolean => HARMLESS.includes(part) || /^\d+$/.test(part);
