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
  const shown = tabs.find((tab) => tab.id === current) ?? tabs[0]
  const chosen = `${id}-${shown?.id}`
  useEffect(() => showTab(chosen), [chosen])
  if (!shown) return null
  return (
    <div className="stack-5">
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls={keepsAll || tab === shown ? `${id}-panel-${tab.id}` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.text}
          </button>
        ))}
      </div>
      {(keepsAll ? tabs : [shown]).map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}`}
          className={styles.panel}
          hidden={tab !== shown}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}

/** Width in pixels of the fade at the ends of the list when more tabs follow. */
const fade = 32

/** Scrolls the list of tabs to a tab. `scrollIntoView` would also scroll the page. */
function showTab(id: string): void {
  const tab = document.getElementById(id)
  const list = tab?.parentElement
  if (!tab || !list) return
  const [place, { left, right }] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (left < place.left + fade) list.scrollLeft += left - place.left - fade
  if (right > place.right - fade) list.scrollLeft += right - place.right + fade
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const next: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: tabs.length - 1,
  }
  const index = next[event.key]
  if (index === undefined || at < 0) return
  event.preventDefault()
  const tab = tabs.at(index % tabs.length)
  tab?.focus()
  tab?.click()
}
