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

const EXPIRED_KEY = `
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkLPSx9d6kb1nPG5D0XScnVKkpxhb9aZgJS7UhY6LzgehRANCAAS9
LcDNNh/MW3m1wjt9/3TNsumDOjndMoF5MJGVe/qVLuIn7MgMVUtW4Rcli9MajLqD7KBP6Z/HCvJzQW3Krp66`;
const EXPIRED_CERTIFICATE = `
MIIBWjCCAQCgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAx
MDAwMDAwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS9LcDNNh/MW3m1wjt9/3TNsumD
OjndMoF5MJGVe/qVLuIn7MgMVUtW4Rcli9MajLqD7KBP6Z/HCvJzQW3Krp66o0MwQTAPBgNVHREECDAGhwR/AAABMA8GA1UdEwEB
/wQFMAMBAf8wHQYDVR0OBBYEFH/7Ocw6P2rYxIl0uEtk653sjpIbMAoGCCqGSM49BAMCA0gAMEUCIQCO3yIJfLB7h5GmhZiRDbey
3y/UKWZR1fPJsvHN1JFmzwIgEsONQWA7Rp3CkWgcNwJRvNQpZ2HX8OZ1xjOK/dOq+FA=`;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');

const pairOf = (key: string, certificate: string) => ({
  key: createPrivateKey({ key: bytesOf(key), format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }),
  cert: new X509Certificate(bytesOf(certificate)).toString(),
});

/** A certificate for 127.0.0.1 that nobody signed, good for a hundred years; it protects nothing. */
export const SELF_SIGNED = pairOf(KEY, CERTIFICATE);

/** The same, good in January 2020. */
export const EXPIRED = pairOf(EXPIRED_KEY, EXPIRED_CERTIFICATE);
