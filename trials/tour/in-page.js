/** Runs in each page of the tour: measurements that need the DOM. */
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=switch], [role=option], [role=gridcell] [tabindex]'

function isShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  // Text for screen readers only is one pixel large, or inside a box that is.
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { width, height } = each.getBoundingClientRect()
    const isBox = each === element || getComputedStyle(each).overflow !== 'visible'
    if (isBox && Math.min(width, height) <= 1) return false
  }
  return true
}

/** Returns false for an element behind a dialog. */
function isOpen(element) {
  const modal = document.querySelector('dialog:modal, [aria-modal=true], [role=dialog]')
  return !element.closest('[inert]') && (!modal || modal.contains(element))
}

function nameOf(element) {
  const name =
    element.getAttribute('aria-label') || element.innerText || element.name || element.className
  return `${element.tagName.toLowerCase()} "${String(name).trim().slice(0, 40)}"`
}

/** Returns the target area of a control: a checkbox includes its label, and a field its frame. */
function areaOf(element) {
  const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect())
  const isTicked = ['checkbox', 'radio'].includes(element.type)
  const [own] = boxes
  const counted = isTicked ? boxes : [own]
  return {
    width:
      Math.max(...counted.map(({ right }) => right)) - Math.min(...counted.map(({ left }) => left)),
    height:
      Math.max(...counted.map(({ bottom }) => bottom)) - Math.min(...counted.map(({ top }) => top)),
  }
}

/** WCAG 2.5.8: returns true for a link within a sentence, which may be as low as its line. */
function isInSentence(element) {
  if (!getComputedStyle(element).display.startsWith('inline')) return false
  const around = element.parentElement?.closest('p, li, dd, td, th, small, footer, span, div')
  return Boolean(around) && around.innerText.trim().length > element.innerText.trim().length
}

/** Returns text without the control characters of directions, and with plain spaces. */
function plain(text) {
  return text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .trim()
}

/**
 * Returns true for truncated text whose title contains the whole text. Lists with a pointer may truncate text to one
 * line; on a phone nothing may be truncated.
 */
function hasFullTextInTitle(element) {
  if (innerWidth < 960 || getComputedStyle(element).textOverflow !== 'ellipsis') return false
  // A link may cover its whole row. A title separates text directions by control characters, and has plain spaces.
  const titled = element.closest('[title]') ?? element.closest('tr')?.querySelector('a[title]')
  return plain(titled?.title ?? '').includes(plain(element.textContent))
}

/** Returns true if an ancestor truncates the element and shows its full text in a title. */
function isTruncated(element) {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (hasFullTextInTitle(each)) return true
  return false
}

function scrolls(element) {
  for (let each = element; each; each = each.parentElement) {
    if (each !== document.documentElement && each !== document.body) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
    }
  }
  return false
}

/**
 * Returns true if the element is also too small in the middle of the window, because a bar at the edge always covers
 * some element.
 */
async function isSmallInSight(element) {
  const { scrollX, scrollY } = globalThis
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const runOnly = { type: 'rule', values: ['target-size'] }
  const { violations } = await axe.run(element, { runOnly, resultTypes: ['violations'] })
  scrollTo(scrollX, scrollY)
  return violations.length > 0
}

const brokenPolicies = []
document.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample }) => {
    brokenPolicies.push(`${effectiveDirective} by ${blockedURI} ${sample}`)
  },
)

globalThis.tour = {
  controls,
  isShown,
  isOpen,
  nameOf,
  brokenPolicies,

  /** Attempts an attacker's scripts. Returns the names of those that worked. */
  tryScripts: () => {
    const tries = {
      'text that becomes HTML': () => (document.createElement('div').innerHTML = '<b>x</b>'),
      'text that becomes a script': () => (document.createElement('script').text = '0'),
      'a script from elsewhere': () =>
        (document.createElement('script').src = 'https://evil.example/x.js'),
    }
    return Object.entries(tries).flatMap(([name, attempt]) => {
      try {
        attempt()
        return [name]
      } catch {
        return []
      }
    })
  },

  brokenRules: async (runOnly) => {
    const options = { runOnly, resultTypes: ['violations'], iframes: false }
    const { violations } = await axe.run(document, options)
    // An open list hides the page from screen readers and closes when the focus leaves it; the Tab checks cover that.
    const hasList = document.querySelector('[role=combobox][aria-expanded=true]')
    const counted = violations.filter(({ id }) => !hasList || id !== 'aria-hidden-focus')
    // The first press beside an open menu only closes it, so elements that it partly covers are no targets.
    const menu = document.querySelector(':popover-open')
    const isTarget = (element) => !menu || menu.contains(element)
    const faults = []
    for (const { id, nodes } of counted) {
      const targets = []
      for (const node of nodes) {
        const element = document.querySelector(node.target[0])
        if (id !== 'target-size' || (isTarget(element) && (await isSmallInSight(element)))) {
          targets.push(node.target)
        }
      }
      if (targets.length > 0) faults.push(`${id} at ${targets.join(' | ')}`)
    }
    return faults
  },

  targetsBelow: (least) =>
    [...document.querySelectorAll(controls)]
      .filter((element) => isShown(element) && isOpen(element) && !isInSentence(element))
      // The bars of a chart have large enough equivalents in its table or in the period filter (WCAG 2.5.8,
      // equivalent).
      .filter((element) => !element.closest('[data-equivalent]'))
      .map((element) => ({ element, ...areaOf(element) }))
      .filter(({ width, height }) => Math.min(width, height) < least - 0.5)
      .map(
        ({ element, width, height }) =>
          `${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)}`,
      ),

  /** Returns the elements that scroll sideways although the page should be enough. */
  scrolledSideways: () =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => isShown(element) && isOpen(element) && !element.matches('pre, textarea'))
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((element) => `${nameOf(element)} scrolls sideways`),

  /** Returns the elements that are outside the page or truncated. */
  lost: () => {
    const { scrollWidth, clientWidth } = document.documentElement
    const lost =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    for (const element of document.body.querySelectorAll('*')) {
      if (!isShown(element) || !isOpen(element)) continue
      const hasText = [...element.childNodes].some(
        (each) => each.nodeType === 3 && each.data.trim(),
      )
      if (!hasText && !element.matches(controls)) continue
      const { left, right } = element.getBoundingClientRect()
      const isOutside = left < -1 || right > clientWidth + 1
      if (isOutside && !scrolls(element) && !isTruncated(element))
        lost.push(`${nameOf(element)} is outside the page`)
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      const isCut =
        (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
      if (isCut && !element.matches('select, input') && !hasFullTextInTitle(element)) {
        lost.push(`${nameOf(element)} is cut off${textOverflow === 'ellipsis' ? ' (…)' : ''}`)
      }
    }
    // Reports only the first ones, because an element that is too wide widens its ancestors.
    return lost.slice(0, 4)
  },

  frame: () => {
    const { lang, dir } = document.documentElement
    return {
      lang,
      dir,
      title: document.title,
      headings: [...document.querySelectorAll('h1')].filter(isShown).length,
      mains: document.querySelectorAll('main').length,
      isServed: !document.querySelector('#root'),
      voices: document.querySelectorAll('[role=status], [role=alert]').length,
    }
  },
}
