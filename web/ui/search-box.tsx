import { useContext, useEffect, useEffectEvent, useId, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  type Key,
} from 'react-aria-components/ComboBox'
import { PopoverInPage, regions } from './combo-box.tsx'
import styles from './combo-box.module.css'
import { LineIcon } from './line-icon.tsx'
import { useLocale } from '../locale.ts'

type Item = { id: string; text: string }

type Props = {
  label: string
  name: string
  placeholder: string
  buttonLabel: string
  emptyText: string
  /** Results of the latest search. */
  items: readonly Item[]
  /** Search text that `items` belong to; undefined while a search is running. */
  answeredText: string | undefined
  selectedItem: Item | undefined
  fault?: string | undefined
  /** Error shown if no item is selected, and the user leaves a text that matches no item or several. */
  unclearText: string
  onSearch: (typed: string) => void
  onChoose: (id: string) => void
}

const pauseMs = 250

/** A combo box whose items come from a search on the server. */
export function SearchBox(props: Props) {
  const { label, name, placeholder, buttonLabel, emptyText, selectedItem } = props
  const { locale } = useLocale()
  const id = useId()
  const { items, text, first, fault, onInput, onChange } = useTypedText(props)
  return (
    <I18nProvider locale={regions[locale]}>
      <AriaComboBox<Item>
        className="stack-2"
        items={items}
        inputValue={text}
        value={selectedItem?.id ?? null}
        menuTrigger="focus"
        allowsEmptyCollection
        isInvalid={fault !== undefined}
        onInputChange={onInput}
        onChange={onChange}
      >
        <Label className="strong">{label}</Label>
        <Box {...{ name, placeholder, buttonLabel }} describedBy={fault && `${id}-fault`} />
        {fault !== undefined && (
          <p id={`${id}-fault`} className="hint wrong">
            {fault}
          </p>
        )}
        <Choices emptyText={emptyText} />
        <FirstResult item={first} />
      </AriaComboBox>
    </I18nProvider>
  )
}

/** Manages the typed text. On Enter or blur, selects the item if the text matches exactly one. */
function useTypedText(props: Props) {
  const { selectedItem, answeredText, unclearText, onSearch, onChoose } = props
  // React Aria empties the field when the chosen item leaves the list.
  const isListed = !selectedItem || props.items.some(({ id }) => id === selectedItem.id)
  const items = isListed ? props.items : [...props.items, selectedItem]
  const [state, setState] = useState({
    text: selectedItem?.text ?? '',
    selectedId: selectedItem?.id,
    /** True after the user has pressed Enter or left the field. */
    isCommitted: false,
  })
  // The state is outdated once another item is selected.
  const isStateCurrent = state.selectedId === selectedItem?.id
  const typed = isStateCurrent ? state.text : (selectedItem?.text ?? '')
  // The name of the selected item is not a search: the box then offers the whole list.
  const searchText = typed === selectedItem?.text ? '' : typed
  const isAnswered = searchText.trim() !== '' && answeredText === searchText
  const results = isAnswered ? props.items : []
  const isCommitted = state.isCommitted && isStateCurrent
  const isUnclear = isCommitted && isAnswered && results.length !== 1
  const search = useEffectEvent((text: string) => onSearch(text))
  const set = (text: string, options = { isCommitted: false }) =>
    setState({ text, selectedId: selectedItem?.id, ...options })

  useEffect(() => {
    const timer = setTimeout(() => search(searchText), pauseMs)
    return () => clearTimeout(timer)
  }, [searchText])

  // The user may press Enter or leave the field before the results arrive.
  const onlyId = isCommitted && results.length === 1 ? results[0]?.id : undefined
  const choose = useEffectEvent((id: string) => onChoose(id))
  useEffect(() => {
    if (onlyId !== undefined) choose(onlyId)
  }, [onlyId])

  /**
   * Handles a selection. React Aria also passes the item that is already selected if the user leaves a text that
   * matches no item. Such a call is a selection only if that item is the first result.
   */
  function onChange(key: Key | null): void {
    const isSelection = key !== null && (key !== selectedItem?.id || key === results[0]?.id)
    if (isSelection) {
      set(selectedItem?.id === key ? selectedItem.text : typed)
      onChoose(String(key))
    } else if (isEscape()) set(selectedItem?.text ?? '')
    else set(typed, { isCommitted: true })
  }

  return {
    items,
    text: isUnclear && selectedItem ? selectedItem.text : typed,
    first: results[0],
    fault: isUnclear && !selectedItem ? unclearText : props.fault,
    onInput: (text: string) => set(text),
    onChange,
  }
}

/** Returns true during an Escape key event: React Aria does not pass the reason why it discards the typed text. */
function isEscape(): boolean {
  return window.event instanceof KeyboardEvent && window.event.key === 'Escape'
}

type BoxProps = Pick<Props, 'name' | 'placeholder' | 'buttonLabel'> & {
  describedBy: string | undefined
}

function Box({ name, placeholder, buttonLabel, describedBy }: BoxProps) {
  return (
    <div className={styles.box}>
      <Input
        name={name}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={200}
        placeholder={placeholder}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      />
      <Button className="field-button" aria-label={buttonLabel}>
        <LineIcon path="m5 7.5 5 5 5-5" />
      </Button>
    </div>
  )
}

/** Highlights the first result, so that Enter selects it. */
function FirstResult({ item }: { item: Item | undefined }) {
  const state = useContext(ComboBoxStateContext)
  const focusItem = useEffectEvent((id: string) => state?.selectionManager.setFocusedKey(id))
  const isOpen = state?.isOpen ?? false
  const id = item?.id

  useEffect(() => {
    if (isOpen && id !== undefined) focusItem(id)
  }, [isOpen, id])

  return null
}

function Choices({ emptyText }: { emptyText: string }) {
  return (
    <PopoverInPage>
      <ListBox<Item>
        className={styles.list ?? ''}
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.text} className={styles.item ?? ''}>
            <bdi>{item.text}</bdi>
          </ListBoxItem>
        )}
      </ListBox>
    </PopoverInPage>
  )
}
