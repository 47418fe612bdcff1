import { useEffect, useEffectEvent, useId, useState, type ReactNode, type Ref } from 'react'
import styles from './fold.module.css'
import { LineIcon } from './line-icon.tsx'

type Props = {
  /** The fragment of the address that unfolds the row. */
  id: string
  title: string
  /** What is to be seen without unfolding it. */
  status?: ReactNode
  /** Whether the status needs attention; undefined for neither. */
  isGood?: boolean | undefined
  /** In a box of 24 units. */
  icon: string
  /** At first. */
  isUnfolded?: boolean
  intro?: string
  /** For moving the focus to the heading. */
  headingRef?: Ref<HTMLButtonElement>
  /** The row is about to be unfolded: what it needs may be loaded. */
  onApproach?: () => void
  children: ReactNode
}

/** A row that unfolds. What was typed into it stays while it is folded. */
export function Fold(props: Props) {
  const { id, title, status, isGood, icon, intro, headingRef, onApproach, children } = props
  const { isUnfolded = false } = props
  const heading = useId()
  const [isOpen, setOpen] = useState(isUnfolded)
  const [wasOpened, setOpened] = useState(isUnfolded)
  const place = useUnfoldedByAddress(id, () => show(true))

  function show(next: boolean): void {
    setOpen(next)
    if (next) setOpened(true)
  }

  return (
    <section ref={place} id={id} className={styles.fold} aria-labelledby={heading}>
      <h2>
        <button
          ref={headingRef}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          onClick={() => show(!isOpen)}
        >
          <LineIcon className={styles.icon} path={icon} box={24} line={1.75} />
          <span id={heading} className={styles.title}>
            {title}
          </span>
          <span className={styles.status} data-good={isGood}>
            {status}
          </span>
          <LineIcon className={styles.arrow} path="M5 7.5l5 5 5-5" size={18} />
        </button>
      </h2>
      <div id={`${id}-content`} className={styles.content} hidden={!isOpen}>
        {wasOpened && (
          <>
            {intro !== undefined && <p className={styles.intro}>{intro}</p>}
            {children}
          </>
        )}
      </div>
    </section>
  )
}

/** Several rows in one card. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={`card ${styles.folds}`}>{children}</div>
}

/** Unfolds the row at the fragment of the page's address, also when a link on the page leads there again. */
function useUnfoldedByAddress(id: string, onUnfold: () => void): Ref<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const unfold = useEffectEvent(onUnfold)

  useEffect(() => {
    function look(): void {
      if (location.hash !== `#${id}`) return
      unfold()
      element?.scrollIntoView()
      element?.querySelector('button')?.focus({ preventScroll: true })
    }
    function follow({ target }: MouseEvent): void {
      const link = target instanceof Element ? target.closest('a') : null
      // After the browser and the router have changed the address.
      if (link?.hash === `#${id}`) setTimeout(look)
    }
    look()
    window.addEventListener('hashchange', look)
    document.addEventListener('click', follow)
    return () => {
      window.removeEventListener('hashchange', look)
      document.removeEventListener('click', follow)
    }
  }, [id, element])

  return setElement
}
