import { createPublicKey } from 'node:crypto';
import { decodeJwt, errors, jwtVerify } from 'jose';
import type { AppRegistration } from '../apps/registration.ts';
import { ApiError } from './errors.ts';

/** GitHub docs: Generating a JSON Web Token for a GitHub App. */
const LIFETIME_MAX_SECONDS = 600;

const EXPIRED =
  "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
const TOO_FAR = "'Expiration time' claim ('exp') is too far in the future";
const FUTURE_ISSUE = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";

export const undecodable = () => new ApiError(401, 'A JSON web token could not be decoded');

export function createAppJwtCheck(app: AppRegistration, now: () => number) {
  return async (jwt: string | null): Promise<void> => {
    if (jwt === null) throw undecodable();
    const key = createPublicKey(app.publicKeyPem);
    const nowSeconds = Math.floor(now() / 1000);
    try {
      // The clock is checked below, in the platform's order.
      await jwtVerify(jwt, key, { algorithms: ['RS256'], currentDate: new Date(0) });
    } catch (error) {
      if (!(error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired))
        throw undecodable();
    }
    const { exp, iat, iss } = decodeJwt(jwt);
    if (!Number.isInteger(exp) || exp === undefined || exp <= nowSeconds) throw new ApiError(401, EXPIRED);
    if (!Number.isInteger(iat) || iat === undefined || iat > nowSeconds) throw new ApiError(401, FUTURE_ISSUE);
    if (exp > nowSeconds + LIFETIME_MAX_SECONDS) throw new ApiError(401, TOO_FAR);
    if (String(iss) !== app.clientId && String(iss) !== String(app.id)) throw undecodable();
  };
}
