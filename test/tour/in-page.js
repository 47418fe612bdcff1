/** Put into each page that is looked at: what can only be measured there. */
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=switch], [role=option], [role=gridcell] [tabindex]'

function isShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  // What only a screen reader is told is one pixel large, or stands in a box that is.
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { width, height } = each.getBoundingClientRect()
    const isBox = each === element || getComputedStyle(each).overflow !== 'visible'
    if (isBox && Math.min(width, height) <= 1) return false
  }
  return true
}

/** Behind a dialog nothing can be reached. */
function isOpen(element) {
  const modal = document.querySelector('dialog:modal, [aria-modal=true], [role=dialog]')
  return !element.closest('[inert]') && (!modal || modal.contains(element))
}

function nameOf(element) {
  const said =
    element.getAttribute('aria-label') || element.innerText || element.name || element.className
  return `${element.tagName.toLowerCase()} "${String(said).trim().slice(0, 40)}"`
}

/** A box to tick is as large as its label, and a field as the frame around it. */
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

/** WCAG 2.5.8: a link within a sentence is as high as its line. */
function isInSentence(element) {
  if (!getComputedStyle(element).display.startsWith('inline')) return false
  const around = element.parentElement?.closest('p, li, dd, td, th, small, footer, span, div')
  return Boolean(around) && around.innerText.trim().length > element.innerText.trim().length
}

/**
 * In the rows of a list, which keep to one line where there is room for a pointer: it tells the whole text. A phone has
 * no pointer, so nothing may be cut there.
 */
function isToldWhole(element) {
  if (innerWidth < 960 || getComputedStyle(element).textOverflow !== 'ellipsis') return false
  // A link may lie over its whole row. In a title, directions are kept apart by signs.
  const teller = element.closest('[title]') ?? element.closest('tr')?.querySelector('a[title]')
  const told = (teller?.title ?? '').replaceAll(/[\u2066-\u2069]/g, '')
  return told.includes(element.textContent.trim())
}

function scrolls(element) {
  for (let each = element; each; each = each.parentElement) {
    if (each !== document.documentElement && each !== document.body) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
    }
  }
  return false
}

/** Whether it is too small in the middle of the window, too: a bar at the edge covers half of something at each scroll. */
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

  /** What an attacker would try; the names of what worked. */
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
    // An open list hides the page from those who listen, and closes as the focus leaves it: by Tab that is looked at.
    const hasList = document.querySelector('[role=combobox][aria-expanded=true]')
    const counted = violations.filter(({ id }) => !hasList || id !== 'aria-hidden-focus')
    // The first press beside an open menu only closes it: what it half covers is no target until then.
    const menu = document.querySelector(':popover-open')
    const isTarget = (element) => !menu || menu.contains(element)
    const faults = []
    for (const { id, nodes } of counted) {
      const found = []
      for (const node of nodes) {
        const element = document.querySelector(node.target[0])
        if (id !== 'target-size' || (isTarget(element) && (await isSmallInSight(element)))) {
          found.push(node.target)
        }
      }
      if (found.length > 0) faults.push(`${id} at ${found.join(' | ')}`)
    }
    return faults
  },

  targetsBelow: (least) =>
    [...document.querySelectorAll(controls)]
      .filter((element) => isShown(element) && isOpen(element) && !isInSentence(element))
      // The bars of a chart: the same can be chosen in its table, or with the filter of the period, whose controls are
      // large enough (WCAG 2.5.8, equivalent).
      .filter((element) => !element.closest('[data-equivalent]'))
      .map((element) => ({ element, ...areaOf(element) }))
      .filter(({ width, height }) => Math.min(width, height) < least - 0.5)
      .map(
        ({ element, width, height }) =>
          `${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)}`,
      ),

  /** What scrolls sideways, where the page itself should be enough. */
  scrolledSideways: () =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => isShown(element) && isOpen(element) && !element.matches('pre, textarea'))
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((element) => `${nameOf(element)} scrolls sideways`),

  /** What stands beyond the edge, or is cut off. */
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
      if ((left < -1 || right > clientWidth + 1) && !scrolls(element))
        lost.push(`${nameOf(element)} stands beyond the edge`)
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      const isCut =
        (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
      if (isCut && !element.matches('select, input') && !isToldWhole(element)) {
        lost.push(`${nameOf(element)} is cut off${textOverflow === 'ellipsis' ? ' (…)' : ''}`)
      }
    }
    // Where one thing is too wide, all around it are.
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
