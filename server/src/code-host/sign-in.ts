export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE challenge, method S256. */
  readonly codeChallenge: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

export interface InstallRequest {
  readonly state: string;
  /** Account to install on; null lets people choose. */
  readonly targetId: number | null;
}
