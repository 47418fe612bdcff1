/** Runs in each page beside in-page.js: reports the focus and the announcements for screen readers. */
{
  const { controls, isShown, isOpen, nameOf } = globalThis.tour

  /** WCAG 2.4.11: returns true if other content covers the whole element. */
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

  /** Returns true for the option that the arrow keys have reached while the focus stays in the field of the list. */
  function isPointedAt(element) {
    if (!element.matches('[role=option]:not([tabindex])')) return false
    const list = element.closest('[role=listbox]')
    return (
      Boolean(list?.id) && document.querySelector(`input[aria-controls~="${list.id}"]`) !== null
    )
  }

  function hasVisibleText(selector) {
    const elements = [...document.querySelectorAll(selector)]
    return elements.some((element) => element.checkVisibility() && element.textContent.trim())
  }

  /**
   * Returns the invalid fields that are not described by an error, or a fault if the focus is neither on one nor on the
   * summary.
   */
  function faultsOfErrors(invalidFields) {
    const silent = invalidFields.filter((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
      return !ids.some((id) => document.getElementById(id)?.textContent.trim())
    })
    const at = document.activeElement
    const isThere =
      invalidFields.includes(at) || at?.closest('[data-summary], fieldset, [role=group]')
    return [
      ...silent.map((field) => `${nameOf(field)} is invalid without an error message`),
      ...(isThere ? [] : [`a field is invalid and the focus is on ${nameOf(at ?? document.body)}`]),
    ]
  }

  Object.assign(globalThis.tour, {
    /** Returns the errors or loading states that are not announced. */
    notAnnounced: (state) => {
      const invalidFields = [...document.querySelectorAll('[aria-invalid=true]')].filter(isShown)
      if (state === 'error' && invalidFields.length > 0) return faultsOfErrors(invalidFields)
      if (state === 'error' && !hasVisibleText('[role=alert], [role=status], h1:focus'))
        return ['the error is not announced']
      if (state === 'loading' && !hasVisibleText('[role=status], [aria-busy=true]'))
        return ['loading is not announced']
      return []
    },

    /** Returns the elements that move despite `prefers-reduced-motion`. */
    moving: () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && effect.target?.checkVisibility(),
        )
        .filter(({ effect }) =>
          effect
            .getKeyframes()
            .some((frame) => 'transform' in frame || 'translate' in frame || 'rotate' in frame),
        )
        .map(({ effect }) => `${nameOf(effect.target)} moves`),

    /** Puts the focus on the skip link. Returns false if there is nothing to skip. */
    atSkipLink: () => {
      const link = document.querySelector('a[href="#content"]')
      if (!link || !isOpen(link) || document.querySelector('main[inert]')) return false
      link.focus()
      return true
    },

    /** Returns the focused element after Escape has closed an overlay; undefined while one is open. */
    afterEscape: () => {
      if (document.querySelector('dialog:modal, :popover-open')) return undefined
      const { activeElement } = document
      return { isSomewhere: activeElement !== document.body && isShown(activeElement) }
    },

    /** Numbers the controls that Tab must reach, in document order. */
    number: async () => {
      // Sets the start of Tab, because it continues from the last focus even if that element is gone.
      const start = document.createElement('span')
      start.tabIndex = -1
      const modal = document.querySelector('dialog:modal, [role=dialog]')
      ;(modal ?? document.body).prepend(start)
      start.focus()
      start.remove()
      // Counts only now, because the change of focus has closed any open list.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
      // Removes the numbers of another window size.
      for (const old of document.querySelectorAll('[data-tour]')) delete old.dataset.tour
      const groups = new Set()
      const reached = [...document.querySelectorAll(`${controls}, [tabindex="0"]`)].filter(
        (element) => {
          if (
            !isShown(element) ||
            !isOpen(element) ||
            element.matches(':disabled, [tabindex="-1"]') ||
            isPointedAt(element)
          )
            return false
          if (element.type !== 'radio') return true
          // Tab stops at the selected radio button of a group, or at its first.
          const group = document.querySelectorAll(`input[type=radio][name="${element.name}"]`)
          const isChosen = [...group].some(({ checked }) => checked)
          const isFirst = !groups.has(element.name)
          groups.add(element.name)
          return isChosen ? element.checked : isFirst
        },
      )
      for (const [index, element] of reached.entries()) element.dataset.tour = String(index)
      return reached.map(nameOf)
    },

    /** Returns the focused element and whether it is visible. */
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
        isHidden: Boolean(element.closest('[aria-hidden=true]')),
      }
    },
  })
}
