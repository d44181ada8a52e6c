import { createPrivateKey, X509Certificate } from 'node:crypto';

const KEY = `
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM8AoaV4Z50SYIetKkFy9C3UGvA8pbQcRsdOmXM3A55qhRANCAASq
6ZunhTnzaIglb+5k+YJJ9+hSjwiCewXPBQz2HBidjmO5kP5UsQflAX+G6J7ARdI1Dr9a/+x7Pt+UHAsi0rSh`;
const CERTIFICATE = `
MIIBjzCCATagAwIBAgIUE3cpGJDQ571fnO24hLxCe3Z178EwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2
MTEyMjE3NTU1NVoYDzIxMjYxMDI5MTc1NTU1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AASq6ZunhTnzaIglb+5k+YJJ9+hSjwiCewXPBQz2HBidjmO5kP5UsQflAX+G6J7ARdI1Dr9a/+x7Pt+UHAsi0rSho2QwYjAdBgNV
HQ4EFgQUmEGdtXrTBiV1B6aJFk0sNEFjiO8wHwYDVR0jBBgwFoAUmEGdtXrTBiV1B6aJFk0sNEFjiO8wDwYDVR0TAQH/BAUwAwEB
/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQCIEwBa/uUsNiEIwGtHagYIIt+/MWYOE6FH36nFHpdTELeAiB5b26+
V/8B9wuheIQ8PO3n5lDuOHkMXDrqpVqPbjdHtw==`;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');

/** A certificate for 127.0.0.1 that nobody signed, good for a hundred years; it protects nothing. */
export const SELF_SIGNED = {
  key: createPrivateKey({ key: bytesOf(KEY), format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }),
  cert: new X509Certificate(bytesOf(CERTIFICATE)).toString(),
};
