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

function scrolls(element) {
  for (let each = element; each; each = each.parentElement) {
    if (each !== document.documentElement && each !== document.body) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
    }
  }
  return false
}

/** WCAG 2.4.11: something else lies over all of it. */
function isCovered(element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const parts = [0.1, 0.5, 0.9]
  return parts.every((x) =>
    parts.every((y) => {
      const there = document.elementFromPoint(left + x * width, top + y * height)
      const isOver = there && !element.contains(there) && !there.contains(element)
      return !there || (isOver && !element.labels?.[0]?.contains(there))
    }),
  )
}

const brokenPolicies = []
document.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample }) => {
    brokenPolicies.push(`${effectiveDirective} by ${blockedURI} ${sample}`)
  },
)

globalThis.tour = {
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

  targetsBelow: (least) =>
    [...document.querySelectorAll(controls)]
      .filter((element) => isShown(element) && isOpen(element) && !isInSentence(element))
      .map((element) => ({ element, ...areaOf(element) }))
      .filter(({ width, height }) => Math.min(width, height) < least - 0.5)
      .map(
        ({ element, width, height }) =>
          `${nameOf(element)} is ${Math.round(width)} × ${Math.round(height)}`,
      ),

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
      if (isCut && !element.matches('select, input')) {
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
    }
  },

  /** Numbers what Tab must reach, in the order of the document. */
  number: () => {
    const groups = new Set()
    const reached = [...document.querySelectorAll(`${controls}, [tabindex="0"]`)].filter(
      (element) => {
        if (!isShown(element) || !isOpen(element) || element.matches(':disabled, [tabindex="-1"]'))
          return false
        if (element.type !== 'radio') return true
        const isFirst = !groups.has(element.name)
        groups.add(element.name)
        return isFirst
      },
    )
    for (const [index, element] of reached.entries()) element.dataset.tour = String(index)
    // Tab goes on from where the focus was last, even when what had it is gone.
    const start = document.createElement('span')
    start.tabIndex = -1
    const modal = document.querySelector('dialog:modal, [role=dialog]')
    ;(modal ?? document.body).prepend(start)
    start.focus()
    start.remove()
    return reached.map(nameOf)
  },

  /** Where the focus is now, and whether one sees it. */
  focused: () => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    let isMarked = false
    for (let each = element, up = 0; each && up < 4; each = each.parentElement, up += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      isMarked ||= outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }
    return {
      index: Number(element.dataset.tour ?? -1),
      name: nameOf(element),
      isMarked,
      isCovered: isCovered(element),
    }
  },
}
