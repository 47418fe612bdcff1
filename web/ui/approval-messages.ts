import { defineMessages } from '#contract/locale.ts'

/** On every page of an area where actions may wait for a second person. */
export const approvalMessages = defineMessages(
  {
    asked: 'This waits for a second person.',
    seeRequest: 'See the request',
    pending: {
      one: 'A change waits for a second person.',
      other: '{count} changes wait for a second person.',
    },
    seeRequests: 'See the requests',
    approvalPending:
      'This is already waiting for a second person. Wait for their decision, or cancel the request first.',
    noSecondPerson:
      'This takes a second person, and nobody else has held the right for a day. Add another administrator, or use break glass on the server.',
  },
  {
    ar: {
      asked: 'هذا الإجراء بانتظار شخص ثانٍ.',
      seeRequest: 'عرض الطلب',
      pending: {
        zero: 'لا تغييرات بانتظار شخص ثانٍ.',
        one: 'تغيير واحد بانتظار شخص ثانٍ.',
        two: 'تغييران بانتظار شخص ثانٍ.',
        few: '{count} تغييرات بانتظار شخص ثانٍ.',
        many: '{count} تغييرًا بانتظار شخص ثانٍ.',
        other: '{count} تغيير بانتظار شخص ثانٍ.',
      },
      seeRequests: 'عرض الطلبات',
      approvalPending: 'هذا الإجراء بانتظار موافقة شخص ثانٍ بالفعل. انتظر القرار أو ألغِ الطلب أولًا.',
      noSecondPerson:
        'يتطلب هذا الإجراء شخصًا ثانيًا، ولا يوجد من يمتلك هذه الصلاحية منذ يوم كامل. أضف مسؤولًا آخر، أو استخدم إجراء الطوارئ (break glass) على الخادم.',
    },
    fr: {
      asked: 'Cette action attend une seconde personne.',
      seeRequest: 'Voir la demande',
      pending: {
        one: 'Une modification attend une seconde personne.',
        other: '{count} modifications attendent une seconde personne.',
      },
      seeRequests: 'Voir les demandes',
      approvalPending:
        'Cette action attend déjà une seconde personne. Attendez sa décision, ou annulez d’abord la demande.',
      noSecondPerson:
        'Cette action demande une seconde personne, et personne d’autre n’a ce droit depuis un jour. Ajoutez un administrateur, ou utilisez la procédure d’urgence (break glass) sur le serveur.',
    },
    es: {
      asked: 'Esta acción espera a una segunda persona.',
      seeRequest: 'Ver la solicitud',
      pending: {
        one: 'Un cambio espera a una segunda persona.',
        other: '{count} cambios esperan a una segunda persona.',
      },
      seeRequests: 'Ver las solicitudes',
      approvalPending:
        'Esta acción ya espera a una segunda persona. Espere su decisión o cancele antes la solicitud.',
      noSecondPerson:
        'Esta acción requiere una segunda persona, y nadie más tiene el permiso desde hace un día. Añada otro administrador o use el procedimiento de emergencia (break glass) en el servidor.',
    },
    zh: {
      asked: '此操作正在等待第二人批准。',
      seeRequest: '查看请求',
      pending: { other: '{count} 项更改正在等待第二人批准。' },
      seeRequests: '查看请求',
      approvalPending: '此操作已在等待第二人批准。请等待决定，或先取消该请求。',
      noSecondPerson:
        '此操作需要第二人批准，但没有其他人持有该权限满一天。请添加另一位管理员，或在服务器上使用紧急放行（break glass）。',
    },
  },
)
