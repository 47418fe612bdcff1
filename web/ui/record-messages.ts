import { defineMessages } from '#contract/locale.ts'

/** The page of one record, and dialogs about it. */
export const recordMessages = defineMessages(
  { actions: 'Actions', more: 'More', moreActions: 'More actions', requiredMark: '(required)' },
  {
    ar: {
      actions: 'الإجراءات',
      more: 'المزيد',
      moreActions: 'إجراءات أخرى',
      requiredMark: '(مطلوب)',
    },
    fr: {
      actions: 'Actions',
      more: 'Plus',
      moreActions: 'Autres actions',
      requiredMark: '(obligatoire)',
    },
    es: {
      actions: 'Acciones',
      more: 'Más',
      moreActions: 'Más acciones',
      requiredMark: '(obligatorio)',
    },
    zh: { actions: '操作', more: '更多', moreActions: '更多操作', requiredMark: '（必填）' },
  },
)
