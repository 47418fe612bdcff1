import { useEffect, useId, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<Id extends string = string> = { id: Id; text: string; content: ReactNode }

type Props<Id extends string> = {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  /** Id of the current tab. An unknown id, for example from an old URL, shows the first tab. */
  current: string | undefined
  onChange: (id: Id) => void
  /** True to keep the hidden tabs in the document, together with their unsaved input. */
  keepsAll?: boolean
}

/** Tabs. The arrow keys move between them (WAI-ARIA Authoring Practices). */
export function Tabs<Id extends string>(props: Props<Id>) {
  const { label, tabs, current, onChange, keepsAll = false } = props
  const id = useId()
  const currentTab = tabs.find((tab) => tab.id === current) ?? tabs[0]
  const currentTabId = `${id}-${currentTab?.id}`
  useEffect(() => keepShown(currentTabId), [currentTabId])
  if (!currentTab) return null
  return (
    <div className="stack-5">
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === currentTab}
            aria-controls={keepsAll || tab === currentTab ? `${id}-panel-${tab.id}` : undefined}
            tabIndex={tab === currentTab ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.text}
          </button>
        ))}
      </div>
      {(keepsAll ? tabs : [currentTab]).map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}`}
          className={styles.panel}
          hidden={tab !== currentTab}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}

/** Width in pixels of the fade at the ends of the list when more tabs follow. */
const fadePx = 32

/** Scrolls the list of tabs to a tab, now and when the list changes its width. Returns a function that stops this. */
function keepShown(id: string): (() => void) | undefined {
  const tab = document.getElementById(id)
  const list = tab?.parentElement
  if (!tab || !list) return
  const widths = new ResizeObserver(() => showTab(tab, list))
  widths.observe(list)
  return () => widths.disconnect()
}

/** Scrolls the list to a tab. `scrollIntoView` would also scroll the page. */
function showTab(tab: HTMLElement, list: HTMLElement): void {
  const listBox = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < listBox.left + fadePx) list.scrollLeft += left - listBox.left - fadePx
  if (right > listBox.right - fadePx) list.scrollLeft += right - listBox.right + fadePx
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabs.indexOf(event.target as HTMLElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const next: Readonly<Record<string, number>> = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    Home: 0,
    End: tabs.length - 1,
  }
  const nextIndex = next[event.key]
  if (nextIndex === undefined || index < 0) return
  event.preventDefault()
  // `at` counts a negative index from the end.
  const tab = tabs.at(nextIndex % tabs.length)
  tab?.focus()
  tab?.click()
}
