import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  ListStateContext,
} from 'react-aria-components/ListBox'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { searchEverything } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import { searchedText, useSections, type Item, type SectionsProps } from './sections-panel.tsx'

type Props = SectionsProps & {
  /** Returns the text typed before the palette loaded, and whether Enter followed it. */
  typedBefore: () => { text: string; isEntered: boolean }
}

const debounceMs = 120
/** Locales of React Aria: a language with the region whose formats it uses. */
const regions = { en: 'en-GB', ar: 'ar-AE', fr: 'fr-FR', es: 'es-ES', zh: 'zh-CN' } as const

/** Finds users, companies, platforms, requests, pages and actions with a few keystrokes. */
export function Palette(props: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [initialText, setInitialText] = useState('')
  const [input, setInput] = useState('')
  const results = useServerResults(searchedText(input, t.actionWords))
  const sections = useSections(props, input.trim(), results.data)
  const first = sections[0]?.items[0]
  const enter = useEnter(first, input, results.isFetching)

  /**
   * Takes over the text typed so far. Called once the palette has the focus, because earlier keystrokes go elsewhere.
   */
  function takeTyped(): void {
    const { text, isEntered } = props.typedBefore()
    setInitialText(text)
    setInput(text)
    if (isEntered) enter.waitFor(text)
  }

  return (
    <PaletteDialog
      title={t.title}
      onShown={takeTyped}
      onEnter={enter.handle}
      onClose={props.onClose}
    >
      <I18nProvider locale={regions[locale]}>
        <Autocomplete inputValue={input} onInputChange={setInput}>
          <Head onCancel={props.onClose} />
          <p role="status" className="visually-hidden">
            {results.isFetching ? t.searching : !first && t.none}
          </p>
          {results.error && <Failure text={t.failed} error={results.error} />}
          {!first && !results.error && (
            <p className={styles.none}>{results.isFetching ? t.searching : t.none}</p>
          )}
          <ResultList sections={sections} isTextOfBefore={input === initialText} />
          <p className={styles.hint} aria-hidden="true">
            {t.hint}
          </p>
        </Autocomplete>
      </I18nProvider>
    </PaletteDialog>
  )
}

/** The search field, with a shorter placeholder on a phone. */
function Head({ onCancel }: { onCancel: () => void }) {
  const t = useMessages(messages)
  const [isNarrow] = useState(() => matchMedia('(width < 600px)').matches)
  const placeholder = isNarrow ? t.placeholderShort : t.placeholder
  return (
    <div className={styles.head}>
      <SearchField aria-label={t.title} autoFocus className={styles.search ?? ''}>
        <Input placeholder={placeholder} maxLength={200} dir="auto" />
      </SearchField>
      <Button variant="quiet" className={styles.cancel} onClick={onCancel}>
        {t.cancel}
      </Button>
    </div>
  )
}

type ListProps = {
  sections: ReturnType<typeof useSections>
  /**
   * True while the field contains the text typed before the palette loaded: the list highlights its first row only
   * after typing, so the row must highlight itself.
   */
  isTextOfBefore: boolean
}

function ResultList({ sections, isTextOfBefore }: ListProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return (
    <ListBox aria-label={t.results} className={styles.list ?? ''} dependencies={[locale]}>
      {sections.map(({ id, title, items }) => (
        <ListBoxSection key={id} id={id} className={styles.section ?? ''}>
          <Header>{title}</Header>
          {items.map((item) => (
            <ListBoxItem
              key={item.id}
              id={item.id}
              textValue={item.text}
              className={styles.item ?? ''}
              onAction={item.open}
            >
              <Row
                item={item}
                highlightsItself={isTextOfBefore && item === sections[0]?.items[0]}
              />
            </ListBoxItem>
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  )
}

type RowProps = { item: Item; highlightsItself: boolean }

/** A row. The pointer highlights it in the same way as the arrow keys, so that only one row is highlighted. */
function Row({ item: { id, icon, text, note, keys }, highlightsItself }: RowProps) {
  const state = useContext(ListStateContext)

  function highlight(): void {
    state?.selectionManager.setFocused(true)
    state?.selectionManager.setFocusedKey(id)
  }

  const highlightNow = useEffectEvent(highlight)
  useEffect(() => {
    if (highlightsItself) highlightNow()
  }, [highlightsItself])

  return (
    <div
      className={styles.row}
      onPointerMove={({ pointerType, movementX, movementY }) => {
        // A list that changes under a resting pointer must not change the selection.
        const isMoved = pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)
        if (isMoved) highlight()
      }}
    >
      {icon}
      <bdi>{text}</bdi>
      {note !== '' && <small>{note}</small>}
      {keys !== undefined && <kbd dir="ltr">{keys}</kbd>}
    </div>
  )
}

/** Handles Enter; if the results have not loaded yet, opens the first one as soon as it arrives. */
function useEnter(first: Item | undefined, input: string, isFetching: boolean) {
  const [awaitedText, setAwaitedText] = useState<string>()
  // Enter applies to the text at that time only, even if the same text is typed again.
  if (awaitedText !== undefined && awaitedText !== input) setAwaitedText(undefined)
  const openFirst = useEffectEvent(() => first?.open())
  const isDue = awaitedText === input && !isFetching && first !== undefined
  useEffect(() => {
    if (isDue) openFirst()
  }, [isDue])

  /** Returns true if it handles the key; otherwise the list opens the selected row. */
  function handle(dialog: Element): boolean {
    const highlighted = dialog.querySelector('[role=option][data-focused]')
    const isFirst = highlighted === dialog.querySelector('[role=option]')
    // The list may open a row that the user selected, and the first row only once it belongs to the current text.
    const mayListOpen = highlighted !== null && (!isFirst || !isFetching)
    if (mayListOpen) return false
    setAwaitedText(input)
    return true
  }

  return { handle, waitFor: setAwaitedText }
}

type DialogProps = {
  title: string
  onShown: () => void
  onEnter: (dialog: Element) => boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog that contains the list, because a separate popover would be rendered below the dialog. */
function PaletteDialog({ title, onShown, onEnter, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const handleShown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    handleShown()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={styles.palette}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDownCapture={(event) => {
        const { key, currentTarget, target, nativeEvent } = event
        // These keys confirm or cancel the composition of an input method.
        if (nativeEvent.isComposing) return
        const isEscape = key === 'Escape'
        const isEnter = key === 'Enter' && target instanceof HTMLInputElement
        const isHandled = isEscape || (isEnter && onEnter(currentTarget))
        if (!isHandled) return
        event.preventDefault()
        event.stopPropagation()
        // The first Escape closes the palette, even if the field contains text.
        if (isEscape) onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {/* Distinguishes a click on the backdrop from one inside the dialog. */}
      <div>{children}</div>
    </dialog>
  )
}

/** Returns the results of the server once typing pauses. */
function useServerResults(input: string) {
  const text = input.trim()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const results = useQuery({
    queryKey: [searchEverything.path, q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  // Results of an earlier text stay only while the next search is running.
  if (text === '') return { data: undefined, error: null, isFetching: false }
  const { data, error, isFetching } = results
  return { data, error, isFetching: isFetching || q !== text }
}
