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

const pauseMs = 120
const regions = { en: 'en-GB', ar: 'ar-AE', fr: 'fr-FR', es: 'es-ES', zh: 'zh-CN' } as const

/** Finds users, companies, platforms, requests, pages and actions with a few keystrokes. */
export function Palette(props: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [before, setBefore] = useState('')
  const [typed, setTyped] = useState('')
  const found = useFound(searchedText(typed, t.actionWords))
  const sections = useSections(props, typed.trim(), found.data)
  const first = sections[0]?.items[0]
  const enter = useEnter(first, typed, found.isFetching)

  /**
   * Takes over the text typed so far. Called once the palette has the focus, because earlier keystrokes go elsewhere.
   */
  function takeTyped(): void {
    const { text, isEntered } = props.typedBefore()
    setBefore(text)
    setTyped(text)
    if (isEntered) enter.await(text)
  }

  return (
    <PaletteDialog title={t.title} onShown={takeTyped} onEnter={enter.take} onClose={props.onClose}>
      <I18nProvider locale={regions[locale]}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <Head onCancel={props.onClose} />
          <p role="status" className="visually-hidden">
            {found.isFetching ? t.searching : !first && t.none}
          </p>
          {found.error && <Failure text={t.failed} error={found.error} />}
          {!first && !found.error && (
            <p className={styles.none}>{found.isFetching ? t.searching : t.none}</p>
          )}
          <Found sections={sections} isGiven={typed === before} />
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

type FoundProps = {
  sections: ReturnType<typeof useSections>
  /** True for an empty text or one not typed here; the list highlights its first row by itself only during typing. */
  isGiven: boolean
}

function Found({ sections, isGiven }: FoundProps) {
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
              <Row item={item} isFirst={isGiven && item === sections[0]?.items[0]} />
            </ListBoxItem>
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  )
}

/** A row that is selected when the pointer moves over it, as by the arrow keys, so that only one row is highlighted. */
function Row({ item: { id, icon, text, note, keys }, isFirst }: { item: Item; isFirst: boolean }) {
  const state = useContext(ListStateContext)

  function choose(): void {
    state?.selectionManager.setFocused(true)
    state?.selectionManager.setFocusedKey(id)
  }

  const chooseFirst = useEffectEvent(choose)
  useEffect(() => {
    if (isFirst) chooseFirst()
  }, [isFirst])

  return (
    <div
      className={styles.row}
      onPointerMove={({ pointerType, movementX, movementY }) => {
        // A list that changes under a resting pointer must not change the selection.
        const isMoved = pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)
        if (isMoved) choose()
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
function useEnter(first: Item | undefined, typed: string, isFetching: boolean) {
  const [awaited, setAwaited] = useState<string>()
  const openFirst = useEffectEvent(() => first?.open())
  const isDue = awaited === typed && !isFetching && first !== undefined
  useEffect(() => {
    if (isDue) openFirst()
  }, [isDue])

  /** Returns true if it handles the key; otherwise the list opens the selected row. */
  function take(list: Element): boolean {
    const chosen = list.querySelector('[role=option][data-focused]')
    const isMoved = chosen !== null && chosen !== list.querySelector('[role=option]')
    if (isMoved || (chosen !== null && !isFetching)) return false
    setAwaited(typed)
    return true
  }

  return { take, await: setAwaited }
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
  const shown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    shown()
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
        const isEnter =
          key === 'Enter' && target instanceof HTMLInputElement && !nativeEvent.isComposing
        // The first Escape closes the palette, even if the field contains text.
        if (key !== 'Escape' && !(isEnter && onEnter(currentTarget))) return
        event.preventDefault()
        event.stopPropagation()
        if (key === 'Escape') onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {/* Distinguishes a click on the backdrop from one inside the dialog. */}
      <div>{children}</div>
    </dialog>
  )
}

/** Returns the results of the server once typing pauses. */
function useFound(typed: string) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({
    queryKey: [searchEverything.path, q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return {
    // Results of an earlier text stay only while the next search is running.
    data: typed.trim() === '' ? undefined : found.data,
    error: typed.trim() === '' ? null : found.error,
    isFetching: typed.trim() !== '' && (found.isFetching || q !== typed.trim()),
  }
}
