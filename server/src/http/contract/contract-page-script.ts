/** Corrects markup of the library that no setting changes: landmarks, links in buttons, and levels of headings. */
export const CONTRACT_PAGE_SCRIPT = `
const correct = () => {
  for (const [part, name] of [['.information-container', 'About'], ['.scheme-container', 'Authorization']]) {
    document.querySelector(part)?.setAttribute('role', 'region');
    document.querySelector(part)?.setAttribute('aria-label', name);
  }
  for (const table of document.querySelectorAll('table[role="region"]')) table.removeAttribute('role');
  for (const link of document.querySelectorAll('button a[href]')) link.removeAttribute('href');
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.localName[1]), level + 1);
    heading.setAttribute('aria-level', String(level));
  }
};
new MutationObserver(correct).observe(document.documentElement, { childList: true, subtree: true });
`;
