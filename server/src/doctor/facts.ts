import type { Result } from '../domain/result.ts';
import type {
  CallBudget,
  CheckedInstallations,
  DeliveryOutcomes,
  ReachedAddress,
  Registration,
  SeenRegistration,
  WebhookSettings,
} from '../ports/code-host/app-checks.ts';
import type { InstallationRequest } from '../ports/code-host/installation-requests.ts';
import type { ListenAddress } from '../ports/listening.ts';
import type { OpenDatabase, SeenDatabase } from '../ports/storage/database-checks.ts';
import type { CheckName } from './finding.ts';

/** What the settings say that is compared. Null where a setting is missing or of no use. */
export interface SettingsFacts {
  /** One sentence for each, without values. */
  readonly problems: readonly string[];
  /** The same of what can be used and is most likely a mistake. */
  readonly warnings: readonly string[];
  readonly baseUrl: URL | null;
  readonly appId: string | null;
  readonly appSlug: string | null;
  readonly clientId: string | null;
  readonly hasWebhookSecret: boolean;
  readonly hasTokenSecret: boolean;
  readonly databasePoolSize: number;
  /** False when no setting says anything about a code host. */
  readonly isConfigured: boolean;
}

/** Everything that checks are made from, as far as it could be read. */
export interface Facts {
  readonly now: Date;
  readonly settings: SettingsFacts;
  readonly baseUrl: URL;
  readonly self: Result<'orgdesk' | 'something-else', string>;
  /** Null for a service that listens. */
  readonly listening: readonly ListenAddress[] | null;
  readonly reach: readonly ReachedAddress[];
  /** Also when the App is not let in. */
  readonly app: SeenRegistration;
  readonly registration: Registration;
  readonly clientIsKnown: boolean;
  /** Whether anybody may see the App and install it; null where the code host does not say. */
  readonly isPublic: boolean | null;
  readonly webhook: WebhookSettings | null;
  readonly deliveries: DeliveryOutcomes;
  readonly installations: CheckedInstallations;
  readonly requests: readonly InstallationRequest[];
  /** Null when the App is installed nowhere. */
  readonly budget: readonly CallBudget[] | null;
  readonly database: SeenDatabase;
  /** One that answers and has tables. */
  readonly tables: OpenDatabase;
}

/** Why a part could not be read: another check tells why, or words of ours or of the code host. */
export type Hindrance = { readonly by: CheckName } | { readonly words: string };

/** Reads each part once, when it is first wanted. */
export type Readers = { readonly [Part in keyof Facts]: () => Promise<Result<Facts[Part], Hindrance>> };
