import { defineMessages } from '#contract/locale.ts'

export const bannerMessages = defineMessages(
  {
    title: 'Somebody asks to replace your second factor',
    byUser: 'They know your password and say that your device is lost. If it is not you, stop it.',
    byCompany: 'An administrator of your company has asked for it. If you do not want it, stop it.',
    bySupport: 'Our support has asked for it. If you do not want it, stop it.',
    next: 'A second person decides. The link for a new second factor is emailed at {time} at the earliest.',
    mailed: 'The link for a new second factor has been emailed. It works for 30 minutes.',
    stop: 'Stop it',
    stopped: 'Stopped. Your second factor stays as it is. If it was not you, change your password.',
    failed: 'The request could not be stopped.',
  },
  {
    ar: {
      title: 'يطلب شخص ما استبدال خطوة التحقق الثانية',
      byUser: 'إنه يعرف كلمة مرورك ويقول إن جهازك مفقود. إذا لم تكن أنت، فأوقف الطلب.',
      byCompany: 'طلب ذلك مسؤول في شركتك. إذا كنت لا تريده، فأوقف الطلب.',
      bySupport: 'طلب ذلك فريق الدعم لدينا. إذا كنت لا تريده، فأوقف الطلب.',
      next: 'يبتّ شخص ثانٍ في الطلب. ويُرسل رابط خطوة التحقق الجديدة في {time} على أقرب تقدير.',
      mailed: 'أُرسل رابط خطوة التحقق الجديدة بالبريد، وهو صالح لمدة 30 دقيقة.',
      stop: 'إيقاف الطلب',
      stopped: 'أُوقف الطلب. تبقى خطوة التحقق الثانية كما هي. إذا لم تكن أنت، فغيّر كلمة المرور.',
      failed: 'تعذّر إيقاف الطلب.',
    },
    fr: {
      title: 'Quelqu’un demande à remplacer votre second facteur',
      byUser:
        'Cette personne connaît votre mot de passe et déclare que votre appareil est perdu. Si ce n’est pas vous, arrêtez la demande.',
      byCompany:
        'Un administrateur de votre entreprise l’a demandé. Si vous ne le souhaitez pas, arrêtez la demande.',
      bySupport: 'Notre support l’a demandé. Si vous ne le souhaitez pas, arrêtez la demande.',
      next: 'Une seconde personne décide. Le lien pour un nouveau second facteur est envoyé au plus tôt le {time}.',
      mailed:
        'Le lien pour un nouveau second facteur a été envoyé par e-mail. Il est valable 30 minutes.',
      stop: 'Arrêter',
      stopped:
        'Demande arrêtée. Votre second facteur reste tel quel. Si ce n’était pas vous, changez votre mot de passe.',
      failed: 'La demande n’a pas pu être arrêtée.',
    },
    es: {
      title: 'Alguien pide reemplazar su segundo factor',
      byUser:
        'Conoce su contraseña y dice que su dispositivo se ha perdido. Si no es usted, deténgalo.',
      byCompany: 'Lo ha pedido un administrador de su empresa. Si no lo desea, deténgalo.',
      bySupport: 'Lo ha pedido nuestro soporte. Si no lo desea, deténgalo.',
      next: 'Decide una segunda persona. El enlace para un nuevo segundo factor se envía como pronto el {time}.',
      mailed:
        'Se ha enviado por correo el enlace para un nuevo segundo factor. Es válido durante 30 minutos.',
      stop: 'Detener',
      stopped:
        'Detenido. Su segundo factor sigue como estaba. Si no ha sido usted, cambie su contraseña.',
      failed: 'No se pudo detener la solicitud.',
    },
    zh: {
      title: '有人请求更换您的第二重验证方式',
      byUser: '对方知道您的密码，并声称您的设备已丢失。如果不是您本人，请停止。',
      byCompany: '该请求由贵公司的管理员提出。如果您不希望这样做，请停止。',
      bySupport: '该请求由我们的客服提出。如果您不希望这样做，请停止。',
      next: '将由第二人决定。设置新的第二重验证方式的链接最早于 {time} 发送。',
      mailed: '设置新的第二重验证方式的链接已发送，30 分钟内有效。',
      stop: '停止',
      stopped: '已停止。您的第二重验证方式保持不变。如果不是您本人提出的请求，请更改密码。',
      failed: '无法停止该请求。',
    },
  },
)
