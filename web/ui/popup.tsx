import {
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { isPermitted, type Link } from '#contract/links.ts'
import { LinkTo, PermissionsContext } from '../link-to.tsx'
import { findInput } from './focus-first.ts'
import styles from './popup.module.css'

type Props = {
  /** Accessible name of the popup. */
  label: string
  /** Content of the button. */
  face: ReactNode
  /** Accessible name of the button, if its content has no text. */
  name?: string
  className?: string | undefined
  /** Returns the content of the popup; called only while it is open. */
  children: (close: () => void) => ReactNode
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A button that opens a popup in the top layer; Escape or a click outside closes it. */
export function Popup({ label, face, name, className, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="true"
        aria-expanded={isOpen}
        // The browser closes the popup on pointer down, before the click. A key (`detail` 0) presses no pointer.
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={({ detail }) => setOpen(detail === 0 ? !isOpen : !wasOpen.current)}
      >
        {face}
      </button>
      {isOpen && (
        <Box button={button} label={label} onClose={() => setOpen(false)}>
          {children}
        </Box>
      )}
    </>
  )
}

type BoxProps = Pick<Props, 'label' | 'children'> & {
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function Box({ button, label, onClose, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const handleClose = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !button.current) return undefined
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && handleClose()
    element.addEventListener('toggle', onToggle)
    element.showPopover()
    const stopPositioning = keepPositioned(element, button.current)
    const first = element.querySelector<HTMLElement>('input, select, button, a[href]')
    const target = first?.matches('[type=radio]') ? findInput(element) : first
    // The element is in the window already; `scroll-padding`, which leaves room for bars, would scroll the page.
    target?.focus({ preventScroll: true })
    return () => {
      stopPositioning()
      element.removeEventListener('toggle', onToggle)
      // The browser returns the focus to the button only if the popover is hidden, not if it is removed.
      element.hidePopover()
    }
  }, [button])

  return (
    <div
      ref={box}
      popover="auto"
      role="group"
      aria-label={label}
      // Without this, a click on text in the popup would move the focus to the page behind.
      tabIndex={-1}
      className={styles.popup}
      onKeyDown={moveFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        // An open popup would cover the focused element (WCAG 2.2, 2.4.11).
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
      }}
    >
      {children(onClose)}
    </div>
  )
}

/** Positions the popup now and whenever its size or that of the window changes. Returns a function that stops this. */
function keepPositioned(element: HTMLElement, button: HTMLElement): () => void {
  const update = () => position(element, button)
  const sizes = new ResizeObserver(update)
  sizes.observe(element)
  sizes.observe(document.documentElement)
  window.addEventListener('resize', update)
  update()
  return () => {
    sizes.disconnect()
    window.removeEventListener('resize', update)
  }
}

/** Positions the popup inside the window: below the button if it fits there or there is more room, otherwise above. */
function position(element: HTMLElement, button: HTMLElement): void {
  // The previous position could make the popup narrower than necessary, or widen the page.
  Object.assign(element.style, { left: '0', top: '0' })
  const buttonBox = button.getBoundingClientRect()
  const popupBox = element.getBoundingClientRect()
  const margin = 8
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const preferredLeft =
    getComputedStyle(button).direction === 'rtl' ? buttonBox.right - popupBox.width : buttonBox.left
  const left = Math.max(margin, Math.min(preferredLeft, width - popupBox.width - margin))
  const isBelow =
    buttonBox.bottom + popupBox.height + margin <= height ||
    buttonBox.top < height - buttonBox.bottom
  const top = isBelow ? buttonBox.bottom + 4 : buttonBox.top - popupBox.height - 4
  element.style.left = `${left + window.scrollX}px`
  element.style.top = `${Math.max(margin, top) + window.scrollY}px`
}

/** Moves the focus through the buttons and links of a menu with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = arrows[event.key]
  if (step === undefined || (event.target as HTMLElement).matches('input, select')) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')]
  const index = items.indexOf(event.target as HTMLElement)
  // `at` counts a negative index from the end.
  items.at((index + step) % items.length)?.focus()
  event.preventDefault()
}

export type MenuAction = {
  text: string
  /** A second line. */
  note?: string | undefined
  isDangerous?: boolean
  onPress: () => void
}
export type MenuItem =
  | MenuAction
  /** A link; hidden if the user has no permission for the page. */
  | { text: string; to: Link }

/** A menu of actions and links. */
export function MenuItems({ items, close }: { items: readonly MenuItem[]; close: () => void }) {
  const permissions = use(PermissionsContext)
  const permittedItems = items.filter(
    (item) => !('to' in item) || isPermitted(item.to.permissions, permissions),
  )
  return (
    <ul className={styles.menu}>
      {permittedItems.map((item) => (
        <li key={item.text}>
          {'to' in item ? (
            <LinkTo to={item.to}>{item.text}</LinkTo>
          ) : (
            <button
              type="button"
              data-dangerous={item.isDangerous}
              onClick={() => {
                close()
                item.onPress()
              }}
            >
              {item.text}
              {item.note !== undefined && <small className="second-line">{item.note}</small>}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
