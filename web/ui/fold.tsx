import { useEffect, useEffectEvent, useId, useState, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import styles from './fold.module.css'
import { LineIcon } from './line-icon.tsx'
import { fieldMessages } from './texts/messages.ts'

type Props = {
  /** ID of the row, which is also the URL fragment that unfolds it. */
  id: string
  title: string
  /** Status, which is visible also while the row is folded. */
  status?: ReactNode
  /** True for a good status, false for one that needs attention, undefined for a neutral one. */
  isGood?: boolean | undefined
  /** SVG path in a 24-unit box. */
  icon: string
  /** Verb at the end of the folded row, which shows what is behind it. */
  action?: 'change' | 'manage'
  /** True to render the row unfolded initially. */
  isUnfolded?: boolean
  intro?: string
  /** Ref for moving the focus to the heading. */
  headingRef?: Ref<HTMLButtonElement>
  /** Called when the pointer or the focus reaches the heading, so that the content can be preloaded. */
  onApproach?: () => void
  children: ReactNode
}

/** A row that unfolds. Its content is rendered at the first unfolding, and then stays so that its input is kept. */
export function Fold(props: Props) {
  const { id, title, status, isGood, icon, intro, headingRef, onApproach, children } = props
  const { action, isUnfolded = false } = props
  const t = useMessages(fieldMessages)
  const heading = useId()
  const [isOpen, setOpen] = useState(isUnfolded)
  const [wasOpened, setOpened] = useState(isUnfolded)
  const row = useUnfoldedByAddress(id, () => show(true))

  function show(next: boolean): void {
    setOpen(next)
    if (next) setOpened(true)
  }

  return (
    <section ref={row} id={id} className={styles.fold} aria-labelledby={heading}>
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
          <LineIcon path={icon} box={24} strokeWidth={1.75} />
          <span id={heading} className={styles.title}>
            {title}
          </span>
          <span className={styles.status} data-good={isGood}>
            {status}
          </span>
          {action && !isOpen && (
            <span className={styles.action} aria-hidden="true">
              {t[action]}
            </span>
          )}
          <LineIcon className={styles.arrow} path="M5 7.5l5 5 5-5" size={18} />
        </button>
      </h2>
      <div id={`${id}-content`} className={styles.content} hidden={!isOpen}>
        {wasOpened && (
          <>
            {intro !== undefined && <p className="soft">{intro}</p>}
            {children}
          </>
        )}
      </div>
    </section>
  )
}

/** A card that contains several rows. */
export function Folds({ children }: { children: ReactNode }) {
  return <div className={`card ${styles.folds}`}>{children}</div>
}

/**
 * Unfolds the row if its ID is the URL fragment, including when the user clicks a link to the current fragment again.
 * Returns the ref for the row.
 */
function useUnfoldedByAddress(id: string, onUnfold: () => void): Ref<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const unfold = useEffectEvent(onUnfold)

  useEffect(() => {
    function unfoldIfTarget(): void {
      if (location.hash !== `#${id}`) return
      unfold()
      element?.scrollIntoView()
      element?.querySelector('button')?.focus({ preventScroll: true })
    }
    function onClick({ target }: MouseEvent): void {
      const link = target instanceof Element ? target.closest('a') : null
      // The browser and the router update the URL only after this event.
      if (link?.hash === `#${id}`) setTimeout(unfoldIfTarget)
    }
    unfoldIfTarget()
    window.addEventListener('hashchange', unfoldIfTarget)
    document.addEventListener('click', onClick)
    return () => {
      window.removeEventListener('hashchange', unfoldIfTarget)
      document.removeEventListener('click', onClick)
    }
  }, [id, element])

  return setElement
}
