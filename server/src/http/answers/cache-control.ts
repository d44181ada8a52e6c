/** Of addresses whose content never changes. */
export const KEPT_FOR_A_YEAR = 'public, max-age=31536000, immutable';
