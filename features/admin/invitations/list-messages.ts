import { defineMessages } from '#contract/locale.ts'

/** For the list of invitations: its views, its search, and who stands in the list of users instead. */
export const invitationListMessages = defineMessages(
  {
    search: 'Search by name or email',
    view_all: 'All',
    view_waiting: 'Not accepted',
    firstSent: 'First sent',
    waitingHint:
      'Not accepted yet: these users have no account. Those who set a password but never finished signing up are in the list of users:',
    neverJoined: 'Users who never joined',
    sentLately: {
      one: '{count} of these was sent within the last hour.',
      other: '{count} of these were sent within the last hour.',
    },
    leaveLately: 'Leave these out',
  },
  {
    ar: {
      search: 'البحث بالاسم أو البريد الإلكتروني',
      view_all: 'الكل',
      view_waiting: 'لم تُقبل',
      firstSent: 'أول إرسال',
      waitingHint:
        'لم تُقبل بعد: ليس لهؤلاء المستخدمين حساب. أما من عيّنوا كلمة مرور ولم يُكملوا إنشاء الحساب فهم في قائمة المستخدمين:',
      neverJoined: 'مستخدمون لم ينضموا قط',
      sentLately: {
        zero: 'لم تُرسل أي منها خلال الساعة الماضية.',
        one: 'أُرسلت واحدة منها خلال الساعة الماضية.',
        two: 'أُرسلت اثنتان منها خلال الساعة الماضية.',
        few: 'أُرسلت {count} منها خلال الساعة الماضية.',
        many: 'أُرسلت {count} منها خلال الساعة الماضية.',
        other: 'أُرسلت {count} منها خلال الساعة الماضية.',
      },
      leaveLately: 'استثناء هذه الدعوات',
    },
    fr: {
      search: 'Rechercher par nom ou adresse e-mail',
      view_all: 'Toutes',
      view_waiting: 'Non acceptées',
      firstSent: 'Premier envoi',
      waitingHint:
        'Pas encore acceptées : ces utilisateurs n’ont pas de compte. Ceux qui ont choisi un mot de passe sans terminer leur inscription figurent dans la liste des utilisateurs :',
      neverJoined: 'Utilisateurs jamais inscrits',
      sentLately: {
        one: '{count} d’entre elles a été envoyée il y a moins d’une heure.',
        other: '{count} d’entre elles ont été envoyées il y a moins d’une heure.',
      },
      leaveLately: 'Ne pas renvoyer celles-ci',
    },
    es: {
      search: 'Buscar por nombre o correo electrónico',
      view_all: 'Todas',
      view_waiting: 'Sin aceptar',
      firstSent: 'Primer envío',
      waitingHint:
        'Aún sin aceptar: estos usuarios no tienen cuenta. Quienes crearon una contraseña pero no terminaron el registro están en la lista de usuarios:',
      neverJoined: 'Usuarios que nunca se unieron',
      sentLately: {
        one: '{count} de ellas se envió hace menos de una hora.',
        other: '{count} de ellas se enviaron hace menos de una hora.',
      },
      leaveLately: 'Omitir estas',
    },
    zh: {
      search: '按姓名或电子邮箱搜索',
      view_all: '全部',
      view_waiting: '未接受',
      firstSent: '首次发送',
      waitingHint: '尚未接受邀请的用户还没有账户。已设置密码但未完成注册的用户在用户列表中：',
      neverJoined: '从未加入的用户',
      sentLately: { other: '其中 {count} 份在过去一小时内已发送。' },
      leaveLately: '不再发送这些邀请',
    },
  },
)
