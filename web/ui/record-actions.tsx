import { useId, type ReactNode, type Ref } from 'react'
import { useMessages } from '../locale.ts'
import { useActions, type Action, type OfferedAction } from './action.tsx'
import { Button } from './button.tsx'
import { LineIcon } from './line-icon.tsx'
import { MenuItems, Popup } from './popup.tsx'
import { recordMessages } from './texts/messages.ts'
import styles from './record-actions.module.css'

type ColumnsProps = {
  /** Ref to the main column, for scrolling to it. */
  mainRef?: Ref<HTMLDivElement>
  actions: ReactNode
  /** Content below the actions, beside the page on wide screens. */
  aside?: ReactNode
  children: ReactNode
}

/** The page of a record with its actions: beside the page on wide screens, otherwise above it. */
export function RecordColumns({ mainRef, actions, aside, children }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      {actions}
      <div ref={mainRef} className={styles.main}>
        {children}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

type Props = {
  actions: Readonly<Record<string, Action>>
  /** The menu of the actions with a `choice`: its button and its heading. */
  choices?: Choices
  /** Heading above the grave actions. */
  graveTitle?: string
}

type Choices = { text: string; title: string }

/** The actions of a record and their dialogs. On narrow screens, a bar with the first two and a menu of the others. */
export function RecordActions({ actions, choices, graveTitle }: Props) {
  const t = useMessages(recordMessages)
  const title = useId()
  const { offersOf, dialog } = useActions(() => actions)
  const offers = offersOf(undefined)
  const inMenu = choices ? offers.filter(({ choice }) => choice !== undefined) : []
  const others = offers.filter((each) => !inMenu.includes(each))
  const usual = others.filter(({ isDangerous }) => !isDangerous)
  const grave = others.filter(({ isDangerous }) => isDangerous)
  const menu = choices && inMenu.length > 0 && <ChoiceMenu {...choices} offers={inMenu} />
  return (
    <>
      {offers.length > 0 && (
        <>
          <section className={`card stack-4 ${styles.card}`} aria-labelledby={title}>
            <h2 id={title}>{t.actions}</h2>
            {menu}
            {usual.length > 0 && <Buttons offers={usual} />}
            {grave.length > 0 && (
              <div className={menu || usual.length > 0 ? styles.grave : 'stack-2'}>
                {graveTitle !== undefined && <h3 className="hint">{graveTitle}</h3>}
                <Buttons offers={grave} />
              </div>
            )}
          </section>
          <ActionBar offers={[...usual, ...grave]}>{menu}</ActionBar>
        </>
      )}
      {dialog}
    </>
  )
}

type OffersProps = { offers: readonly OfferedAction[] }

function Buttons({ offers }: OffersProps) {
  const prefix = useId()
  return (
    <div className={`stack-2 ${styles.buttons}`}>
      {offers.map(({ id, text, hint, isDangerous, onPress }) => (
        <div key={id} className="stack-1">
          <Button
            variant={isDangerous ? 'danger-outline' : 'secondary'}
            onClick={onPress}
            aria-describedby={hint === undefined ? undefined : `${prefix}-${id}`}
          >
            {text}
          </Button>
          {hint !== undefined && <small id={`${prefix}-${id}`}>{hint}</small>}
        </div>
      ))}
    </div>
  )
}

/** A primary button that asks for the case, and opens the action for it. */
function ChoiceMenu({ text, title, offers }: Choices & OffersProps) {
  return (
    <Popup
      label={title}
      className={`primary-button ${styles.choice}`}
      face={
        <>
          {text}
          <LineIcon path="M4 6l4 4 4-4" box={16} />
        </>
      }
    >
      {(close) => (
        <>
          <p className={styles.question}>{title}</p>
          <MenuItems
            close={close}
            items={offers.map((offer) => ({
              ...offer,
              text: offer.choice ?? offer.text,
              note: offer.text,
            }))}
          />
        </>
      )}
    </Popup>
  )
}

function ActionBar({ offers, children }: OffersProps & { children: ReactNode }) {
  const t = useMessages(recordMessages)
  const shown = children ? 1 : 2
  const [barOffers, menuOffers] = [offers.slice(0, shown), offers.slice(shown)]
  return (
    <div role="group" aria-label={t.actions} className={`wrap-2 ${styles.bar}`}>
      {children}
      {barOffers.map(({ id, text, isDangerous, onPress }) => (
        <Button key={id} variant={isDangerous ? 'danger-outline' : 'secondary'} onClick={onPress}>
          {text}
        </Button>
      ))}
      {menuOffers.length > 0 && (
        <Popup
          label={t.moreActions}
          className="secondary-button"
          face={
            <>
              {t.more}
              <LineIcon path="M4 6l4 4 4-4" box={16} />
            </>
          }
        >
          {(close) => <MenuItems close={close} items={menuOffers} />}
        </Popup>
      )}
    </div>
  )
}
