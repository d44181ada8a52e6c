import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS, MEMBER_PAGES_AT_ONCE, MEMBERS_BY_CURSOR_MAX } from '../../lib/limits/code-host.ts';
import { ok } from '../../lib/result.ts';
import type { HostClient } from '../client.ts';
import { NAMES_OF_MEMBERS, ORGANIZATION_MEMBERS } from '../documents.ts';
import { ofOrganization, PageInfo, pageOf, partOf } from '../graphql.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { followPages, linkedPages, PAGE_SIZE, readAhead, readPages } from '../pages.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { Accounts, personFrom } from './people.ts';
import type { HostPerson, MembersPage, OrganizationRequest } from './types.ts';

type MembersPages = AsyncGenerator<HostResult<MembersPage>, void>;

/**
 * What the token's owner can see. Ends after a refusal; refused as `missing` if another organization has the login. A
 * page is requested when the previous one was consumed, eight ahead for many members.
 *
 * Cursors cannot be read at once, but numbered pages can; these lack names, which follow by ID. As they shift, cursors
 * are read too unless the total stays the same and everybody was listed.
 */
export async function* readMembers(client: HostClient, request: OrganizationRequest): MembersPages {
  if (client.omitsNames) return yield* readMembersWithoutNames(client, request);
  const cursorPages = readByCursor(client, request);
  const first = await cursorPages.next();
  if (first.done === true) return;
  yield first.value;
  if (!first.value.ok) return;
  const listedIds = new Set(first.value.value.people.map(({ id }) => id));
  const { total } = first.value.value;
  if (total > MEMBERS_BY_CURSOR_MAX && total <= LIST_BOUNDS.people.pagesMax * PAGE_SIZE) {
    let isSteady = true;
    for await (const page of readByNumber(client, request, { listedIds, total })) {
      yield page;
      if (!page.ok) return;
      isSteady &&= page.value.total === total;
    }
    if (isSteady && listedIds.size === total) return;
  }
  yield* cursorPages;
}

const MemberEdge = Type.Object({
  role: orNull(Type.String()),
  node: orNull(Type.Object({ databaseId: HostId, login: HostLogin, name: TextOrNull, avatarUrl: TextOrNull })),
});
const Members = Type.Object({
  organization: Type.Object({
    databaseId: HostId,
    membersWithRole: Type.Object({
      totalCount: Type.Integer({ minimum: 0 }),
      edges: orNull(Type.Array(orNull(MemberEdge))),
      pageInfo: PageInfo,
    }),
  }),
});

async function* readByCursor(
  { query, log }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
): MembersPages {
  const pages = followPages(
    async (after) => {
      const answer = await query({ ...ORGANIZATION_MEMBERS, variables: { organization, after } }, end);
      const part = ofOrganization(partOf(answer, Members), organizationId);
      if (!part.ok) return part;
      const { membersWithRole } = part.value.data.organization;
      return pageOf({ ...part.value, ...membersWithRole }, membersWithRole.pageInfo);
    },
    LIST_BOUNDS.people,
    log,
  );
  for await (const page of pages) {
    if (!page.ok) yield page;
    else {
      const { edges, totalCount: total, withheldUnless } = page.value;
      const people = (edges ?? []).flatMap(memberFrom);
      yield ok({ people, total, withheld: withheldUnless(edges !== null && people.length === edges.length) });
    }
  }
}

function memberFrom(edge: Static<typeof MemberEdge> | null): readonly HostPerson[] {
  if (edge === null || edge.node === null) return [];
  const { databaseId: id, login, name, avatarUrl } = edge.node;
  return [{ id, login, name, avatarUrl, role: edge.role === 'ADMIN' ? 'admin' : 'member' }];
}

const AccountsWithNodeId = Type.Array(
  Type.Object({ id: HostId, node_id: Type.String(), login: HostLogin, avatar_url: Type.Optional(TextOrNull) }),
);
type AccountWithNodeId = Static<typeof AccountsWithNodeId>[number];
const Names = Type.Object({
  organization: Type.Object({
    databaseId: HostId,
    membersWithRole: Type.Object({ totalCount: Type.Integer({ minimum: 0 }) }),
  }),
  nodes: Type.Array(orNull(Type.Object({ databaseId: HostId, name: TextOrNull }))),
});

interface ListedBefore {
  readonly listedIds: Set<number>;
  readonly total: number;
}

/** GitHub docs: List organization members. */
async function* readByNumber(
  { send, query, log }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  { listedIds, total }: ListedBefore,
): MembersPages {
  const path = hostPath`/orgs/${organization}/members`;
  const owners = await readPages(
    linkedPages(send, { call: 'organization.members', url: hostPath`${path}?role=admin`, end }, AccountsWithNodeId),
    LIST_BOUNDS.people,
    log,
  );
  if (!owners.ok) return yield owners;
  const ownerIds = new Set(owners.value.flat().map(({ id }) => id));

  const personWithName = (
    { id, login, avatar_url: avatarUrl = null }: AccountWithNodeId,
    name: string | null,
  ): HostPerson => ({
    id,
    login,
    name,
    avatarUrl,
    role: ownerIds.has(id) ? 'admin' : 'member',
  });
  const withNames = async (accounts: readonly AccountWithNodeId[]): Promise<HostResult<MembersPage | null>> => {
    const further = accounts.filter(({ id }) => !listedIds.has(id));
    if (further.length === 0) return ok(null);
    const variables = { organization, ids: further.map(({ node_id: id }) => id) };
    const part = ofOrganization(partOf(await query({ ...NAMES_OF_MEMBERS, variables }, end), Names), organizationId);
    if (!part.ok) return part;
    const { data, withheldUnless } = part.value;
    const names = new Map(data.nodes.flatMap((node) => (node === null ? [] : [[node.databaseId, node.name]])));
    return ok({
      people: further.map((account) => personWithName(account, names.get(account.id) ?? null)),
      total: data.organization.membersWithRole.totalCount,
      withheld: withheldUnless(further.every(({ id }) => names.has(id))),
    });
  };
  const pages = readAhead(Math.ceil(total / PAGE_SIZE), MEMBER_PAGES_AT_ONCE, async (number) => {
    const url = hostPath`${path}?per_page=${PAGE_SIZE}&page=${number}`;
    const accounts = bodyOf(await send({ call: 'organization.members', url, end }), AccountsWithNodeId);
    if (!accounts.ok) return accounts;
    const page = await withNames(accounts.value);
    return page.ok ? ok({ page: page.value, isLast: accounts.value.length < PAGE_SIZE }) : page;
  });
  for await (const read of pages) {
    if (!read.ok) return yield read;
    const { page, isLast } = read.value;
    if (page !== null) {
      for (const { id } of page.people) listedIds.add(id);
      yield ok(page);
    }
    if (isLast) return;
  }
}

const CONFIRMED_EVERY = 10;

/**
 * Pages shift when people come or leave, so members are read by cursor too unless the total stays the same and
 * everybody was listed. GitHub docs: List organization members.
 */
async function* readMembersWithoutNames(client: HostClient, request: OrganizationRequest): MembersPages {
  const { send, log } = client;
  const path = hostPath`/orgs/${request.organization}/members`;
  const pagesOf = (url: HostAddress) =>
    [
      linkedPages(send, { call: 'organization.members', url, end: request.end }, Accounts),
      LIST_BOUNDS.people,
      log,
    ] as const;
  const readingOwners = readPages(...pagesOf(hostPath`${path}?role=admin`));
  // Not awaited if the first page is refused.
  readingOwners.catch(() => {});
  const listedIds = new Set<number>();
  /** May be of another organization, which took the login. */
  const unconfirmed: Static<typeof Accounts> = [];

  async function confirmed(): Promise<HostResult<MembersPage>> {
    const owners = await readingOwners;
    if (!owners.ok) return owners;
    const total = await readTotal(client, request);
    if (!total.ok) return total;
    const ownerIds = new Set(owners.value.flat().map(({ id }) => id));
    const people = unconfirmed.splice(0).map((each) => personFrom(each, ownerIds.has(each.id) ? 'admin' : 'member'));
    for (const { id } of people) listedIds.add(id);
    return ok({ people, total: total.value, withheld: null });
  }

  let pages = 0;
  const totals = new Set<number>();
  for await (const page of followPages(...pagesOf(path))) {
    if (!page.ok) return yield page;
    unconfirmed.push(...page.value);
    pages += 1;
    if (pages % CONFIRMED_EVERY !== 1) continue;
    const further = await confirmed();
    yield further;
    if (!further.ok) return;
    totals.add(further.value.total);
  }
  if (unconfirmed.length > 0) {
    const last = await confirmed();
    yield last;
    if (!last.ok) return;
    totals.add(last.value.total);
  }
  if (totals.size > 1 || !totals.has(listedIds.size)) yield* readByCursor(client, request);
}

/** Of all members. */
async function readTotal(
  { query }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
): Promise<HostResult<number>> {
  const answer = await query({ ...NAMES_OF_MEMBERS, variables: { organization, ids: [] } }, end);
  const part = ofOrganization(partOf(answer, Names), organizationId);
  return part.ok ? ok(part.value.data.organization.membersWithRole.totalCount) : part;
}
