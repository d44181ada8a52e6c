import type { AuditHeadStore } from '../../../../ports/audit-heads.ts';
import type { EncryptedToken, TokenCipher } from '../../../../security/token-cipher.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Tables } from '../../schema.ts';

type KeyRow = Tables['audit_head_keys'];

const placeOf = (keyId: string): string => `audit-head-key:${keyId}`;

const NO_SEED = { seed_ciphertext: null, seed_iv: null, seed_tag: null };

/** Seeds are encrypted like tokens, and bound to their key. */
export function createHeadKeys(
  { db, read, transaction: inTransaction }: Engine,
  cipher: TokenCipher,
): Pick<AuditHeadStore, 'keys' | 'addKey'> {
  return {
    async keys() {
      const query = db.selectFrom('audit_head_keys').selectAll().orderBy('created_at', 'desc').orderBy('key_id');
      return (await read(query.compile())).map((row) => {
        const { key_id: keyId, public_key: publicKey, endorsed_by: by, endorsement: signature } = row;
        const encrypted = encryptedSeed(row);
        const place = placeOf(keyId);
        return {
          keyId,
          publicKey,
          endorsement: by === null || signature === null ? null : { by, signature },
          seed: encrypted === null ? null : cipher.decrypt(encrypted, place),
          isCurrent: encrypted !== null && cipher.isCurrent(encrypted, place),
        };
      });
    },
    async addKey({ keyId, publicKey, endorsement, seed }, replaced, now) {
      const { ciphertext, iv, tag } = cipher.encrypt(seed, placeOf(keyId));
      await inTransaction(async (transaction) => {
        await transaction
          .insertInto('audit_head_keys')
          .values({
            key_id: keyId,
            public_key: publicKey,
            seed_ciphertext: ciphertext,
            seed_iv: iv,
            seed_tag: tag,
            created_at: now.getTime(),
            endorsed_by: endorsement?.by ?? null,
            endorsement: endorsement?.signature ?? null,
          })
          .execute();
        if (replaced.length === 0) return;
        await transaction.updateTable('audit_head_keys').set(NO_SEED).where('key_id', 'in', replaced).execute();
      });
    },
  };
}

function encryptedSeed({ seed_ciphertext: ciphertext, seed_iv: iv, seed_tag: tag }: KeyRow): EncryptedToken | null {
  return ciphertext === null || iv === null || tag === null ? null : { ciphertext, iv, tag };
}
