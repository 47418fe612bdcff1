import { startSearch } from './search.ts'

for (const button of document.querySelectorAll<HTMLButtonElement>('.copy'))
  button.addEventListener('click', () => void copy(button))
showCurrent()
followHeadings()
startSearch()

/** Scrolls the menu, but not the page, to the link of the current page. */
function showCurrent(): void {
  const menu = document.querySelector<HTMLElement>('#menu')
  const current = menu?.querySelector<HTMLElement>('[aria-current]')
  if (!menu || !current) return
  // Twice the height leaves room for one more link below.
  const below = current.offsetTop + current.offsetHeight * 2 - menu.clientHeight
  if (below > 0) menu.scrollTop = below
}

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.previousElementSibling?.textContent ?? '')
  button.textContent = 'Copied'
  button.dataset['copied'] = ''
  const status = document.querySelector('#found')
  if (status) status.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
    delete button.dataset['copied']
  }, 2_000)
}

/** Marks the section that is being read in the table of contents. */
function followHeadings(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav.contents a')
  const byId = new Map([...links].map((link) => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      const visible = entries.find(({ isIntersecting }) => isIntersecting)
      if (!visible) return
      for (const link of links) link.removeAttribute('aria-current')
      byId.get(visible.target.id)?.setAttribute('aria-current', 'true')
    },
    // Only headings in the upper 30 % of the window count, below the sticky header.
    { rootMargin: '-80px 0px -70% 0px' },
  )
  for (const id of byId.keys()) {
    const heading = document.getElementById(id)
    if (heading) observer.observe(heading)
  }
}
