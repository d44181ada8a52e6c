import type { AuditHeadTargetCheck } from '../../audit/heads.ts';
import type {
  AddressCheck,
  CallBudget,
  CheckedInstallation,
  CheckedInstallations,
  DeliveryOutcomes,
  GraphqlCheck,
  Registration,
  RegistrationCheck,
  ServerVersion,
  WebhookSettings,
} from '../../code-host/app/app-check-types.ts';
import type { InstallationRequest } from '../../code-host/app/installations.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import type { Result } from '../../lib/result.ts';
import type { AppWorkOrganization, DatabaseInspection, OpenDatabase } from './store.ts';
import type { ListenAddress } from './try-listening.ts';

/** `note`: not provable from here. `warning`: works, but not as it should. */
export type Standing = 'ok' | 'note' | 'warning' | 'failure';

/** Texts never contain secrets or values of secret settings. */
export interface Finding {
  readonly standing: Standing;
  readonly fact: string;
  /** What to do, and where; null if nothing. */
  readonly next: string | null;
}

export const fine = (fact: string, next: string | null = null): Finding => ({ standing: 'ok', fact, next });
export const note = (fact: string, next: string | null = null): Finding => ({ standing: 'note', fact, next });
export const warn = (fact: string, next: string): Finding => ({ standing: 'warning', fact, next });
export const fail = (fact: string, next: string): Finding => ({ standing: 'failure', fact, next });

/** Ends a sentence with what is refused. */
export const FIREWALL = 'a firewall or proxy between this machine and the code host';

/** The check that explains why another was skipped. */
export interface Blocked {
  readonly blockedBy: CheckName;
}
export const blockedBy = (name: CheckName): Blocked => ({ blockedBy: name });

/** Order of the report. */
export const CHECK_GROUPS = {
  Service: ['settings', 'listen', 'base-url', 'host-name', 'audit-heads'],
  'Code host and App': [
    'code-host',
    'code-host-version',
    'graphql',
    'app',
    'visibility',
    'clock',
    'client-id',
    'slug',
    'client-secret',
    'callback',
    'permissions',
    'events',
  ],
  Webhooks: ['webhook', 'deliveries'],
  Installations: ['installations', 'suspended', 'requests', 'app-work', 'budget', 'address'],
  'Database and tokens': [
    'database',
    'connections',
    'database-clock',
    'migrations',
    'disk',
    'token-secret',
    'same-secrets',
    'token-expiry',
  ],
} as const;
export type CheckName = (typeof CHECK_GROUPS)[keyof typeof CHECK_GROUPS][number];

export const CHECK_NAMES: readonly CheckName[] = Object.values(CHECK_GROUPS).flat();

/** Fields are null if the setting is missing or invalid. */
export interface SettingsFacts {
  /** One message per invalid setting, without values. */
  readonly problems: readonly string[];
  /** Valid settings that are probably mistakes. */
  readonly warnings: readonly string[];
  readonly baseUrl: URL | null;
  readonly appId: string | null;
  readonly appSlug: string | null;
  readonly clientId: string | null;
  readonly hasWebhookSecret: boolean;
  readonly hasTokenSecret: boolean;
  readonly databasePoolSize: number;
  /** False if no code host setting is set. */
  readonly isConfigured: boolean;
}

export interface CheckedHeadTarget extends Pick<AuditHeadTargetCheck, 'name'> {
  readonly problem: string | null;
}

/** An organization whose jobs continue after a sign-out. */
export interface CheckedAppWork extends Pick<AppWorkOrganization, 'login' | 'trials'> {
  readonly id: number;
  /** `unlisted`: the list of installations was cut off before. */
  readonly installation: CheckedInstallation | 'missing' | 'unlisted';
  /** Of a token that can change members; null if it was not refused. `untried`: in a running service. */
  readonly tokenRefusal: HostRefusal | 'untried' | null;
}

export interface AppWorkFacts {
  readonly checked: Result<readonly CheckedAppWork[], UncheckedReason>;
  /** Includes those not checked. */
  readonly count: number;
}

export interface Facts {
  readonly now: Date;
  readonly settings: SettingsFacts;
  readonly baseUrl: URL;
  readonly self: Result<'orgdesk' | 'something-else', string>;
  /** Null if the service is already listening. */
  readonly listening: readonly ListenAddress[] | null;
  readonly reach: readonly AddressCheck[];
  /** Known even if the code host rejects the App. */
  readonly app: RegistrationCheck;
  readonly registration: Registration;
  readonly clientIsKnown: boolean;
  /** Null if the code host does not report it. */
  readonly isPublic: boolean | null;
  readonly serverVersion: ServerVersion;
  readonly graphql: GraphqlCheck;
  readonly webhook: WebhookSettings | null;
  readonly deliveries: DeliveryOutcomes;
  readonly installations: CheckedInstallations;
  readonly requests: readonly InstallationRequest[];
  readonly appWork: AppWorkFacts;
  /** Null if the App has no installation. */
  readonly budget: readonly CallBudget[] | null;
  readonly headTargets: readonly CheckedHeadTarget[];
  readonly database: DatabaseInspection;
  /** Set only if the database has tables. */
  readonly tables: OpenDatabase;
}

/** The check that explains the failure, or a message with what to do, if that is not to retry. */
export type UncheckedReason = { readonly by: CheckName } | { readonly message: string; readonly next?: string };

/** Each part is read once, on first use. */
export type Readers = { readonly [Part in keyof Facts]: () => Promise<Result<Facts[Part], UncheckedReason>> };

interface CheckDescription<Part extends keyof Facts> {
  readonly name: CheckName;
  /** Shown in the documentation and by `--only`. */
  readonly about: string;
  readonly needs: readonly Part[];
  readonly judge: (facts: Pick<Facts, Part>) => readonly Finding[] | Blocked;
}

export interface Check {
  readonly name: CheckName;
  readonly about: string;
  readonly run: (readers: Readers) => Promise<readonly Finding[] | Blocked>;
}

/** An unreadable part becomes a warning, unless another check explains it. */
export function describeCheck<const Part extends keyof Facts>({
  name,
  about,
  needs,
  judge,
}: CheckDescription<Part>): Check {
  return {
    name,
    about,
    async run(readers) {
      const parts = await Promise.all(
        needs.map(async (part) => [part, (await readers[part]()) as Result<unknown, UncheckedReason>] as const),
      );
      const facts: Record<string, unknown> = {};
      for (const [part, read] of parts) {
        if (!read.ok) return findingOf(read.refusal);
        facts[part] = read.value;
      }
      return judge(facts as Pick<Facts, Part>);
    },
  };
}

export const findingOf = (reason: UncheckedReason): readonly Finding[] | Blocked =>
  'by' in reason
    ? blockedBy(reason.by)
    : [warn(`Not checked: ${reason.message}.`, reason.next ?? 'Retry orgdesk doctor.')];
