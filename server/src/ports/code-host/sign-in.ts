/** What the authorization page is opened with. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE challenge, method S256. */
  readonly codeChallenge: string;
}

/** What turns the code of a callback into tokens. */
export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  /** PKCE verifier that belongs to the challenge of the authorization request. */
  readonly codeVerifier: string;
}

/** What the install page is opened with. */
export interface InstallRequest {
  readonly state: string;
  /** ID of the organization or person to install on; null lets people choose. */
  readonly targetId: number | null;
}
