import { createPrivateKey, randomUUID } from 'node:crypto';
import { isoSeconds } from '../world/store.ts';
import type { World } from '../world/world.ts';
import type { Manifest } from './manifest.ts';
import { NAME_MAX_CHARACTERS, nameTooLong, readManifest } from './manifest.ts';
import { type AppRegistration, registerApp } from './registration.ts';
import type { SecretStrings } from './secret-strings.ts';

/** Of drafts and codes. GitHub docs: Registering a GitHub App from a manifest. */
const LIFETIME_MS = 60 * 60 * 1000;

export interface RegistrationDraft {
  readonly id: string;
  readonly manifest: Manifest;
  /** Null: the person who confirms owns the App. */
  readonly organization: string | null;
  readonly rawState: string | null;
}

export interface Converted {
  readonly clientSecret: string;
  readonly webhookSecret: string | null;
  readonly pem: string;
}

interface RegisteringParts {
  readonly app: AppRegistration;
  readonly world: World;
  readonly secrets: SecretStrings;
  readonly registered: () => void;
  readonly now: () => number;
}

/** A new App replaces the former one and its installations. */
export type Registering = ReturnType<typeof createRegistering>;
export function createRegistering({ app, world, secrets, registered: tell, now }: RegisteringParts) {
  const drafts = new Map<string, RegistrationDraft & { readonly expiresAt: number }>();
  const conversions = new Map<string, Converted & { readonly expiresAt: number }>();
  const slugs = new Set([app.slug]);
  let ids = 1_000;
  let reachesLoopback = true;

  function nameProblem(name: string, owner: string): string | null {
    if (name === '') return "Name can't be blank";
    if (name.length > NAME_MAX_CHARACTERS) return nameTooLong();
    const slug = slugOf(name);
    if (slug === '') return 'Name must contain a letter or a digit';
    const isForeign = world.account(slug) !== null && slug !== owner.toLowerCase();
    return slugs.has(slug) || isForeign ? 'Name is already taken' : null;
  }

  return {
    /** Allows webhook URLs on this machine, which real platforms refuse. */
    reachLoopback(reaches: boolean): void {
      reachesLoopback = reaches;
    },
    draft(text: string, options: Pick<RegistrationDraft, 'organization' | 'rawState'>) {
      const read = readManifest(text, reachesLoopback);
      if ('problems' in read) return read;
      const draft = { id: randomUUID(), ...options, ...read, expiresAt: now() + LIFETIME_MS };
      drafts.set(draft.id, draft);
      return { draft };
    },
    find(id: string): RegistrationDraft | null {
      const draft = drafts.get(id);
      return draft && draft.expiresAt > now() ? draft : null;
    },
    nameProblem,
    async register(
      { id, manifest }: RegistrationDraft,
      name: string,
      owner: AppRegistration['owner'],
    ): Promise<string> {
      drafts.delete(id);
      const slug = slugOf(name);
      slugs.add(slug);
      ids += 1;
      const registration = await registerApp({
        id: ids,
        slug,
        name,
        owner,
        description: manifest.description,
        homepageUrl: manifest.url,
        createdAt: isoSeconds(now()),
        clientId: `Iv23${randomUUID().replaceAll('-', '').slice(0, 16)}`,
        clientSecret: secrets.clientSecret(),
        webhookSecret: manifest.hook === null ? null : secrets.webhookSecret(),
        webhookUrl: manifest.hook?.active === true ? manifest.hook.url : null,
        callbackUrls: manifest.callbackUrls,
        setupUrl: manifest.setupUrl,
        setupOnUpdate: manifest.setupOnUpdate,
        oauthOnInstall: manifest.oauthOnInstall,
        permissions: manifest.permissions,
        events: manifest.events,
        isPublic: manifest.isPublic,
      });
      for (const installation of world.installations()) world.removeInstallation(installation.id);
      Object.assign(app, registration);
      tell();
      const code = secrets.manifestCode();
      const { clientSecret, webhookSecret, privateKeyPem } = registration;
      const key = createPrivateKey(privateKeyPem ?? '').export({ type: 'pkcs1', format: 'pem' });
      conversions.set(code, { clientSecret, webhookSecret, pem: String(key), expiresAt: now() + LIFETIME_MS });
      return code;
    },
    convert(code: string): Converted | null {
      const found = conversions.get(code);
      conversions.delete(code);
      return found && found.expiresAt > now() ? found : null;
    },
  };
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
