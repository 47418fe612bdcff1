import {
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox'
import styles from './combo-box.module.css'
import { Field, wiring, type FieldProps } from './field.tsx'
import { LineIcon } from './line-icon.tsx'
import { useLocale } from '../locale.ts'

type Choice = { id: string; text: string; note: string }

type ComboBoxProps<Name extends string, C extends Choice> = FieldProps<Name> & {
  /** Returns all choices if pointer or focus has reached the field (`isNear`), otherwise at least the selected one. */
  choices: (isNear: boolean) => readonly C[]
  isMatch: (choice: C, typed: string) => boolean
  buttonLabel: string
  emptyText: string
  /** True if the plain field that this one replaces had the focus. */
  isFocused?: boolean
}

const rowHeight = 44
const rowSizes = { estimatedRowHeight: rowHeight, padding: 6 }
/** Locales for React Aria by language of the page. The region decides the formats. */
export const regions = { en: 'en-GB', ar: 'ar-AE', fr: 'fr-FR', es: 'es-ES', zh: 'zh-CN' } as const

/** A text field that searches a long list. */
export function ComboBox<Name extends string, C extends Choice>(props: ComboBoxProps<Name, C>) {
  const { form, name, choices, isMatch, buttonLabel, emptyText, isFocused = false } = props
  const { locale } = useLocale()
  const [isNear, setNear] = useState(false)
  const [isUnfiltered, setUnfiltered] = useState(false)
  const loadedChoices = useMemo(() => choices(isNear), [choices, isNear])
  const selectedId = String(form.values[name])
  const row = loadedChoices.findIndex(({ id }) => id === selectedId)
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = wiring(props)
  const byText = useMemo(
    () => new Map(loadedChoices.map((choice) => [choice.text, choice])),
    [loadedChoices],
  )

  function matchesText(text: string, typed: string): boolean {
    const choice = byText.get(text)
    return choice !== undefined && isMatch(choice, typed)
  }

  return (
    <Field {...props}>
      <I18nProvider locale={regions[locale]}>
        <AriaComboBox
          id={id}
          autoFocus={isFocused}
          aria-labelledby={`${id}-label`}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          isInvalid={isInvalid ?? false}
          className={styles.box ?? ''}
          defaultItems={loadedChoices}
          defaultFilter={matchesText}
          allowsEmptyCollection
          value={selectedId}
          onChange={(key) => key !== null && form.set(name, String(key))}
          onFocus={() => setNear(true)}
          onOpenChange={(_, trigger) => setUnfiltered(trigger === 'manual')}
          onPointerEnter={() => setNear(true)}
        >
          <Input autoComplete="off" spellCheck={false} dir="auto" />
          <Button className="field-button" aria-label={buttonLabel}>
            <LineIcon path="m5 7.5 5 5 5-5" />
          </Button>
          <Choices<C> emptyText={emptyText} row={isUnfiltered ? row : 0} />
        </AriaComboBox>
      </I18nProvider>
    </Field>
  )
}

function Choices<C extends Choice>({ emptyText, row }: { emptyText: string; row: number }) {
  const { locale } = useLocale()
  const list = useRef<HTMLDivElement>(null)
  return (
    <PopoverInPage>
      <Virtualizer layout={ListLayout} layoutOptions={rowSizes}>
        <ListBox<C>
          ref={list}
          className={styles.list ?? ''}
          dependencies={[locale]}
          renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
        >
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.text} className={styles.item ?? ''}>
              <bdi>{choice.text}</bdi> <small className="hint">{choice.note}</small>
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
      <ScrollToRow list={list} row={row} />
    </PopoverInPage>
  )
}

/**
 * A popover that scrolls with the page and stays open. React Aria closes popovers on every scroll and discards the
 * typed text. This would also happen after a click on a button at the edge of the window, because the click scrolls the
 * field into view.
 */
export function PopoverInPage({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext)
  const [dialog, setDialog] = useState<Element>()

  function close(): void {
    // React Aria does not pass the reason for closing, but `window.event` is the event that caused it.
    const isPageScrolled = window.event?.type === 'scroll' && window.event.target === document
    if (!isPageScrolled) state?.close()
  }

  return (
    <>
      <span hidden ref={(element) => setDialog(element?.closest('dialog') ?? undefined)} />
      <Popover
        className={styles.popover ?? ''}
        offset={4}
        isOpen={state?.isOpen ?? false}
        // An open modal dialog covers every element outside it.
        {...(dialog && { UNSTABLE_portalContainer: dialog })}
        onOpenChange={close}
      >
        {children}
      </Popover>
    </>
  )
}

type ScrollProps = { list: RefObject<HTMLDivElement | null>; row: number }

/** Scrolls the list to two rows above the selected one if the button opened it, and to the top after a search. */
function ScrollToRow({ list, row }: ScrollProps) {
  const top = Math.max(0, (row - 2) * rowHeight)

  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.scrollTo({ top }))
    return () => cancelAnimationFrame(frame)
  }, [list, top])

  return null
}
