import { defineMessages } from '#contract/locale.ts'

/** The page of one record. */
export const recordMessages = defineMessages(
  { actions: 'Actions', more: 'More', moreActions: 'More actions' },
  {
    ar: { actions: 'الإجراءات', more: 'المزيد', moreActions: 'إجراءات أخرى' },
    fr: { actions: 'Actions', more: 'Plus', moreActions: 'Autres actions' },
    es: { actions: 'Acciones', more: 'Más', moreActions: 'Más acciones' },
    zh: { actions: '操作', more: '更多', moreActions: '更多操作' },
  },
)
