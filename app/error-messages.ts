import { defineMessages } from '#contract/locale.ts'

/** Texts of the error page that the server itself renders, in the wording of requirement SC-22. */
export const messages = defineMessages(
  {
    unavailableTitle: 'Not available right now',
    unavailable: 'This page is not available right now. Please try again in a moment.',
    errorTitle: 'Something went wrong',
    error:
      'An error occurred. If it happens again, contact support with the error code, the request ID, the steps you took and a screenshot.',
    errorCode: 'Error code: {code}',
    requestId: 'Request ID: {id}',
    retry: 'Try again',
    toStart: 'Go to {brand}',
    noScript: 'This page needs JavaScript and a current browser.',
  },
  {
    ar: {
      unavailableTitle: 'الخدمة غير متاحة الآن',
      unavailable: 'هذه الصفحة غير متاحة الآن. يرجى المحاولة بعد لحظات.',
      errorTitle: 'حدث خطأ ما',
      error:
        'حدث خطأ. إذا تكرر، فتواصل مع الدعم واذكر رمز الخطأ ومعرّف الطلب والخطوات التي أدت إليه مع لقطة شاشة.',
      errorCode: 'رمز الخطأ: {code}',
      requestId: 'معرّف الطلب: {id}',
      retry: 'إعادة المحاولة',
      toStart: 'الانتقال إلى {brand}',
      noScript: 'تتطلب هذه الصفحة تفعيل JavaScript ومتصفحًا حديثًا.',
    },
    fr: {
      unavailableTitle: 'Indisponible pour le moment',
      unavailable: 'Cette page est momentanément indisponible. Veuillez réessayer dans un instant.',
      errorTitle: 'Une erreur est survenue',
      error:
        'Une erreur est survenue. Si elle se reproduit, contactez l’assistance en indiquant le code d’erreur, l’identifiant de la requête, les étapes suivies et une capture d’écran.',
      errorCode: 'Code d’erreur : {code}',
      requestId: 'Identifiant de la requête : {id}',
      retry: 'Réessayer',
      toStart: 'Aller à {brand}',
      noScript: 'Cette page nécessite JavaScript et un navigateur récent.',
    },
    es: {
      unavailableTitle: 'No disponible en este momento',
      unavailable:
        'Esta página no está disponible en este momento. Inténtelo de nuevo en unos instantes.',
      errorTitle: 'Algo ha salido mal',
      error:
        'Se ha producido un error. Si se repite, contacte con soporte e indique el código de error, el ID de la solicitud, los pasos seguidos y una captura de pantalla.',
      errorCode: 'Código de error: {code}',
      requestId: 'ID de la solicitud: {id}',
      retry: 'Reintentar',
      toStart: 'Ir a {brand}',
      noScript: 'Esta página requiere JavaScript y un navegador actual.',
    },
    zh: {
      unavailableTitle: '暂时无法使用',
      unavailable: '此页面暂时无法使用，请稍后重试。',
      errorTitle: '出错了',
      error: '发生错误。如再次出现，请联系客服支持，并提供错误代码、请求 ID、操作步骤和屏幕截图。',
      errorCode: '错误代码：{code}',
      requestId: '请求 ID：{id}',
      retry: '重试',
      toStart: '前往 {brand}',
      noScript: '此页面需要启用 JavaScript 并使用较新版本的浏览器。',
    },
  },
)
